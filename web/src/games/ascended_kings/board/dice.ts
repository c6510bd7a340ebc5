/** Sorting dice into gems: which of the answers offered by the engine still match. */

import type { Group } from '../view';

/** Where each die is placed: its gem, by the die's place in the roll. */
export type PlacedDice = Record<number, string>;

/** By answer, the dice that make each gem. */
type DicePerAnswer = Record<string, Group[]>;

/** The faces placed with each gem. */
function facesByGem(dice: number[], placed: PlacedDice): Map<string, number[]> {
  const faces = new Map<string, number[]>();
  for (const [place, gem] of Object.entries(placed)) {
    const face = dice[Number(place)];
    if (face !== undefined) faces.set(gem, [...(faces.get(gem) ?? []), face]);
  }
  return faces;
}

/** Whether all of `few` are among `many`, each as often. */
function isSubset(few: number[], many: number[]): boolean {
  const remaining = [...many];
  return few.every((face) => {
    const place = remaining.indexOf(face);
    if (place >= 0) remaining.splice(place, 1);
    return place >= 0;
  });
}

/** The answers in which every placed die helps to make its gem. */
export function answersMatchingDice(
  dicePerAnswer: DicePerAnswer,
  dice: number[],
  placed: PlacedDice,
): string[] {
  const placedFaces = facesByGem(dice, placed);
  return Object.keys(dicePerAnswer).filter((key) =>
    [...placedFaces].every(([gem, faces]) =>
      isSubset(
        faces,
        (dicePerAnswer[key] ?? [])
          .filter((group) => group.gem === gem)
          .flatMap((group) => group.dice),
      ),
    ),
  );
}

/** The gems that a die may still become. */
export function gemsOpenToDie(
  dicePerAnswer: DicePerAnswer,
  dice: number[],
  placed: PlacedDice,
  die: number,
): string[] {
  const gems = new Set(
    Object.values(dicePerAnswer).flatMap((groups) => groups.map(({ gem }) => gem)),
  );
  return [...gems].filter(
    (gem) => answersMatchingDice(dicePerAnswer, dice, { ...placed, [die]: gem }).length > 0,
  );
}

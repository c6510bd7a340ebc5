"""A learner at the page, who reads every note, follows proposals and otherwise plays what glows."""

from __future__ import annotations

from playwright.async_api import Error, Page

from devtools.page.person import CLICK_TIMEOUT_MS, CLOSER_LOOK, Person
from tests.e2e.people import eventually

NOTE = ".guide [data-note]"
NEXT = ".guide .next"
PROPOSED = "#question .proposed button"
PASS_RATE = 0.4
FREE = """() => {
  const [guide, question] = ['.guide', '#question']
    .map((selector) => document.querySelector(selector));
  if (guide?.querySelector('.next') || question?.querySelector('.proposed')) return false;
  return question?.ariaBusy !== 'true' && question?.dataset.decision === guide?.dataset.looked;
}"""
"""Whether the lesson has processed the question and neither says nor proposes anything. While an
answer is in flight, a click would come too late and scroll away from the next note.
"""
SEEN = """() => {
  const element = document.querySelector('[data-pointed]');
  if (!element) return 'nothing is marked';
  const box = element.getBoundingClientRect();
  const around = element.closest('.scroll')?.getBoundingClientRect() ?? box;
  const top = Math.max(box.top, around.top), bottom = Math.min(box.bottom, around.bottom);
  if (bottom - top < Math.min(box.height - 2, 40)) return `only ${bottom - top} px are in sight`;
  const at = [0.1, 0.3, 0.5, 0.7, 0.9];
  const hits = at.flatMap((x) => at.map((y) =>
    document.elementFromPoint(box.x + box.width * x, top + (bottom - top) * y)));
  const seen = hits.filter((hit) => hit && (element.contains(hit) || hit.contains(element)));
  return seen.length >= 13 ? '' : `${seen.length} of ${hits.length} points are in sight`;
}"""
"""Why the target of a note is not clearly visible, under the note or elsewhere; empty if it is."""


class Learner(Person):
    """`read`: the notes in order; `unseen`: those with an invisible target, and why; `proposed`:
    the answers proposed.
    """

    def __init__(self, page: Page, seed: int) -> None:
        super().__init__(page, seed, pass_rate=PASS_RATE)
        self.read: list[str] = []
        self.unseen: list[tuple[str, str]] = []
        self.proposed: list[str] = []

    async def act(self) -> bool:
        try:
            if await self.page.locator(CLOSER_LOOK).count():
                await self.page.keyboard.press("Escape")
                return True
            if await self.page.locator(NEXT).count():
                await self._read()
                return True
            if await self.page.locator(PROPOSED).count():
                return await self._try()
        except Error:  # the question was gone before the click
            return False
        return await self.page.evaluate(FREE) and await super().act()

    async def _try(self) -> bool:
        """Give the proposed answer, unless the last one is still in flight."""
        button = await self.page.locator(PROPOSED).element_handle(timeout=CLICK_TIMEOUT_MS)
        answer = await button.inner_text()
        if await button.is_disabled():
            return False
        if self.proposed[-1:] != [answer]:  # else this is a retry
            self.proposed.append(answer)
        await button.click(timeout=CLICK_TIMEOUT_MS)
        return True

    async def _read(self) -> None:
        """Look where the note points, which may be drawn after the note, and go on."""
        note = await self.page.locator(NOTE).get_attribute("data-note") or ""
        await self._look(note)
        await self.page.locator(NEXT).click(timeout=CLICK_TIMEOUT_MS)
        self.read.append(note)

    async def _look(self, note: str) -> None:
        try:
            await eventually(self._see)
        except AssertionError as why:
            self.unseen.append((note, str(why)))

    async def _see(self) -> None:
        why: str = await self.page.evaluate(SEEN)
        if why:
            raise AssertionError(why)

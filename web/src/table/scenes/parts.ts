/** Parts of scenes: mountains, trees, columns, flames, all in greys. */

import type { Dice } from './dice';
import { box, disc, grey, line, path, rounded, times } from './shapes';

/** What parts depend on: the width of the plate (its height is 100), chance, where the light is. */
export class Parts {
  readonly width: number;
  readonly dice: Dice;
  readonly lightX: number;
  readonly lightY: number;

  constructor(width: number, dice: Dice, lightX: number, lightY: number) {
    this.width = width;
    this.dice = dice;
    this.lightX = lightX;
    this.lightY = lightY;
  }

  /** A share of the width. */
  x(share: number): number {
    return this.width * share;
  }

  /** Mountains, hills or dunes from edge to edge. */
  ridge(y: number, high: number, steps: number, t: number, soft = false): string {
    let d = `M0 120V${y + this.dice(-1, 1) * high * 0.4}`;
    const step = this.width / steps;
    for (let i = 1; i <= steps; i++) {
      const to = y + (i % 2 ? -1 : 0.6) * this.dice(0.3, 1) * high;
      d += soft
        ? `Q${(i - 0.5) * step} ${to - high * 0.5} ${i * step} ${to}`
        : `L${(i - this.dice(0.3, 0.6)) * step} ${to + this.dice(0.1, 0.4) * high}L${i * step} ${to}`;
    }
    return path(d + 'V120z', t);
  }

  peaks(y: number, high: number, n: number, t: number): string {
    const at = Array.from({ length: n }, (_, i): [number, number] => [
      this.x((i + this.dice(0.2, 0.8)) / n),
      y - this.dice(0.45, 1) * high,
    ]);
    return at
      .map(([x, top]) => {
        const w = this.dice(0.7, 1.2) * high;
        const s = this.lightX > x ? 1 : -1;
        const k = this.dice(-0.15, 0.15) * w;
        return (
          path(`M${x - w} 100L${x} ${top}L${x + w} 100z`, t * 0.45) +
          path(
            `M${x + s * w} 100L${x} ${top}L${x + k} ${top + high * 0.35}L${x - k * 0.6} ${top + high * 0.6}L${x + k} 100z`,
            t,
          )
        );
      })
      .join('');
  }

  /** A cloud as woodcutters cut it: bumps above, a flat belly, a darker lower side. */
  cloud(x: number, y: number, w: number, t: number): string {
    let d = `M${x - w / 2} ${y}`;
    const n = 4 + Math.round(this.dice(0, 2));
    let up = 0;
    for (let i = 0; i < n; i++) {
      const dx = w / n;
      const dy = (i < n / 2 ? -1 : 1) * this.dice(0.02, 0.07) * w;
      up += dy;
      d += `a${dx * 0.56} ${dx * 0.6} 0 0 1 ${dx} ${i === n - 1 ? dy - up : dy}`;
    }
    return path(d + 'z', t) + line(`M${x - w * 0.4} ${y - 0.5}h${w * 0.8}`, t * 0.45, 1.6);
  }

  tree(x: number, foot: number, high: number, t: number): string {
    const w = high * 0.07;
    const d = `M${x - w * 1.6} ${foot}Q${x - w} ${foot - 4} ${x - w} ${foot - high}h${2 * w}Q${x + w} ${foot - 4} ${x + w * 1.8} ${foot}z`;
    return path(d, t) + line(`M${x + w * 0.4} ${foot - 3}V${foot - high}`, t + 0.2, w * 0.35);
  }

  leafage(x: number, y: number, size: number, t: number): string {
    return times(7, (i) => {
      const a = (i * Math.PI * 2) / 7;
      return disc(
        x + Math.cos(a) * size * 0.62,
        y + Math.sin(a) * size * 0.4,
        size * this.dice(0.4, 0.58),
        t + this.dice(-0.08, 0.1),
      );
    });
  }

  bare(x: number, y: number, a: number, len: number, w: number, t: number): string {
    if (len < 5) return '';
    const X = x + Math.cos(a) * len;
    const Y = y + Math.sin(a) * len;
    return (
      line(`M${x} ${y}Q${(x + X) / 2 + this.dice(-2, 2)} ${(y + Y) / 2} ${X} ${Y}`, t, w) +
      this.bare(X, Y, a - this.dice(0.25, 0.7), len * this.dice(0.6, 0.75), w * 0.62, t) +
      this.bare(X, Y, a + this.dice(0.25, 0.7), len * this.dice(0.6, 0.75), w * 0.62, t)
    );
  }

  flames(foot: number, high: number, n: number, t: number): string {
    const step = this.width / n;
    let d = `M0 120V${foot}`;
    for (let i = 0; i < n; i++) {
      const x = i * step;
      const top = foot - this.dice(0.5, 1) * high;
      const lean = this.dice(-0.3, 0.5) * step;
      d += `C${x + step * 0.1} ${foot - high * 0.3} ${x + step * 0.2 + lean} ${top + high * 0.3} ${x + step * 0.45 + lean} ${top}C${x + step * 0.5} ${top + high * 0.4} ${x + step * 0.9} ${foot - high * 0.3} ${x + step} ${foot}`;
    }
    return path(d + 'V120z', t);
  }

  waves(y: number, t0: number, t1: number): string {
    let out = box(0, y, this.width, 120 - y, t0);
    for (let i = 0, yy = y + 2; yy < 110; i++) {
      const w = 6 + i * 3.4;
      let d = `M${-w + this.dice(0, w)} ${yy}`;
      for (let x = 0; x < this.width + 2 * w; x += w) d += `q${w / 2} ${-w * 0.34} ${w} 0`;
      out += line(d, i % 2 ? t1 : t0 * 0.4, 0.9 + i * 0.3);
      yy += 3 + i * 1.9;
    }
    return out;
  }

  floor(y: number, t: number): string {
    return (
      box(0, y, this.width, 120 - y, t) +
      times(9, (i) =>
        line(
          `M${this.x(0.5) + (i - 4) * this.x(0.06)} ${y}L${this.x(0.5) + (i - 4) * this.x(0.34)} 100`,
          t * 0.3,
          0.8,
        ),
      ) +
      times(4, (i) => line(`M0 ${y + 2 + i * i * 3}H${this.width}`, t * 0.3, 0.8))
    );
  }

  column(x: number, top: number, foot: number, w: number, t: number): string {
    const s = this.lightX > x ? 1 : -1;
    return (
      box(x - w / 2, top, w, foot - top, t) +
      box(x - (s * w) / 2, top, s * w * 0.4, foot - top, t * 0.35) +
      box(x + s * w * 0.2, top, s * w * 0.14, foot - top, t + 0.25) +
      box(x - w * 0.75, top - 3, w * 1.5, 4, t + 0.1) +
      box(x - w * 0.8, foot - 4, w * 1.6, 4, t + 0.05)
    );
  }

  arch(x: number, foot: number, w: number, h: number, t: number): string {
    return path(
      `M${x - w / 2} ${foot}v${w / 2 - h}a${w / 2} ${w / 2} 0 0 1 ${w} 0v${h - w / 2}z`,
      t,
    );
  }

  /** A dark frame of rock with teeth, for caves. */
  rock(t: number, deep = 1): string {
    let d = `M0 0H${this.width}V100H0z M`;
    const n = 18;
    for (let i = 0; i < n; i++) {
      const a = (i / n) * Math.PI * 2;
      const k = this.dice(0.78, 1.06) * deep;
      d += `${i ? 'L' : ''}${this.x(0.5) + Math.cos(a) * this.x(0.44) * k} ${Math.min(92, 54 + Math.sin(a) * 46 * k)}`;
    }
    return path(d + 'z', t, ' fill-rule="evenodd"');
  }

  candle(x: number, foot: number, h: number): string {
    return (
      box(x - 1.6, foot - h, 3.2, h, 0.8) +
      box(x + 0.4, foot - h, 1.2, h, 0.35) +
      path(`M${x} ${foot - h - 8}q4 5 0 8q-4 -3 0 -8z`, 1)
    );
  }

  spark(x: number, y: number, s: number, t = 1): string {
    return path(
      `M${x} ${y - s}l${s * 0.22} ${s * 0.78}l${s * 0.78} ${s * 0.22}l${-s * 0.78} ${s * 0.22}l${-s * 0.22} ${s * 0.78}l${-s * 0.22} ${-s * 0.78}l${-s * 0.78} ${-s * 0.22}l${s * 0.78} ${-s * 0.22}z`,
      t,
    );
  }

  stars(n: number, low = 60): string {
    return times(n, () =>
      this.spark(
        this.dice(0, this.width),
        this.dice(2, low),
        this.dice(0.8, 2.4),
        this.dice(0.75, 1),
      ),
    );
  }

  rays(n: number, t: number, far = 150): string {
    return times(n, (i) => {
      const a = ((i + this.dice(-0.2, 0.2)) / n) * Math.PI * 2;
      const b = a + (Math.PI / n) * this.dice(0.35, 0.6);
      return path(
        `M${this.lightX} ${this.lightY}L${this.lightX + Math.cos(a) * far} ${this.lightY + Math.sin(a) * far}L${this.lightX + Math.cos(b) * far} ${this.lightY + Math.sin(b) * far}z`,
        t,
        ' opacity=".34"',
      );
    });
  }

  grave(x: number, y: number, s: number, t: number): string {
    return this.dice() < 0.5
      ? this.arch(x, y, s, s * 1.4, t) + line(`M${x} ${y - s}v${s * 0.6}`, t * 0.3, 0.8)
      : box(x - s * 0.13, y - s * 1.5, s * 0.26, s * 1.5, t) +
          box(x - s * 0.5, y - s * 1.1, s, s * 0.26, t);
  }

  coral(x: number, y: number, a: number, len: number): string {
    if (len < 6) return '';
    const X = x + Math.cos(a) * len;
    const Y = y + Math.sin(a) * len;
    return (
      `M${x} ${y}L${X} ${Y}` +
      this.coral(X, Y, a - this.dice(0.3, 0.6), len * 0.7) +
      this.coral(X, Y, a + this.dice(0.3, 0.6), len * 0.7)
    );
  }

  shelf(y: number, x0: number, x1: number, t: number): string {
    let out = '';
    for (let x = x0; x < x1 - 3;) {
      const w = this.dice(2.2, 4.6);
      if (this.dice() < 0.16) {
        out += disc(x + 3, y - 3, 3, t + 0.25) + box(x + 2.1, y - 9, 1.8, 5, t + 0.25);
        x += 7.5;
      } else {
        const h = this.dice(8, 13);
        out += box(x, y - h, w, h, this.dice(0.15, t + 0.15)) + box(x, y - h * 0.75, w, 1, t + 0.3);
        x += w + 0.5;
      }
    }
    return out + box(x0 - 1, y, x1 - x0 + 2, 2, t + 0.2) + box(x0 - 1, y + 2, x1 - x0 + 2, 1.2, 0);
  }

  heap(y: number, n: number, t: number): string {
    return times(n, () => {
      const x = this.x(0.5) + (this.dice() + this.dice() - 1) * this.x(0.46);
      const yy = y + Math.abs(x - this.x(0.5)) * 0.16 + this.dice(-2, 8);
      return `<ellipse cx="${rounded(x)}" cy="${rounded(yy)}" rx="3.4" ry="1.9" fill="${grey(t + this.dice(-0.2, 0.25))}" stroke="#111" stroke-width=".7"/>`;
    });
  }

  glow(size: number): string {
    return `<circle cx="${rounded(this.lightX)}" cy="${this.lightY}" r="${size}" fill="url(#l)"/>`;
  }
}

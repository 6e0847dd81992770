// Fractions against small whole numbers counted out, and against identities that hold for all of them.

import assert from "node:assert/strict";
import { test } from "vitest";
import { decimal, exactly, fraction, grouped, minus, plus, readFraction, roughly, same, times, written } from "../src/shared/fractions.ts";

// A small generator of our own, so that a failure can be repeated.
function* numbers(seed: bigint): Generator<bigint> {
  let state = seed;
  for (;;) {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n;
    yield state >> 20n;
  }
}

test("a fraction is in lowest terms with its sign on top", () => {
  assert.deepEqual(fraction(6n, -4n), { n: -3n, d: 2n });
  assert.deepEqual(fraction(0n, -7n), { n: 0n, d: 1n });
  assert.throws(() => fraction(1n, 0n), RangeError);
});

test("what the server writes is read, and written the same", () => {
  for (const text of ["-402/5525", "5", "0", "-1", "143428213/17559223500", "-686689/20358520"]) {
    assert.equal(written(exactly(text)), text);
  }
  assert.ok(same(exactly("1.50"), exactly("3/2")));
  assert.ok(same(exactly("-.25"), exactly("-1/4")));
  for (const text of ["", "x", "1/0", "1/2/3", "1e3", "--1", "1 2"]) assert.equal(readFraction(text), undefined, text);
});

test("sums and products agree with cross-multiplied whole numbers", () => {
  const source = numbers(41n);
  const next = (): bigint => source.next().value as bigint;
  for (let i = 0; i < 2000; i++) {
    const [a, b, c, d] = [next() - 2n ** 43n, next() + 1n, next() - 2n ** 43n, next() + 1n];
    const [x, y] = [fraction(a, b), fraction(c, d)];
    const [sum, product, difference] = [plus(x, y), times(x, y), minus(x, y)];
    assert.equal(sum.n * b * d, (a * d + c * b) * sum.d);
    assert.equal(product.n * b * d, a * c * product.d);
    assert.ok(same(plus(difference, y), x));
  }
});

test("decimals are rounded once, halves away from zero", () => {
  assert.equal(decimal(exactly("402/5525"), 6), "0.072760"); // figures.md: 0.0727602
  assert.equal(decimal(exactly("-686689/20358520"), 10), "−0.0337298094"); // figures.md
  assert.equal(decimal(exactly("1/2"), 0), "1");
  assert.equal(decimal(exactly("-1/200"), 2), "−0.01");
  assert.equal(decimal(exactly("-1/2000"), 2), "0.00");
  assert.equal(decimal(exactly("1234567"), 0), "1,234,567");
});

test("thousands are set apart, and floats are near", () => {
  assert.equal(grouped("20358520"), "20,358,520");
  assert.equal(grouped("999"), "999");
  assert.ok(Math.abs(roughly(exactly("143428213/17559223500")) - 0.0081682549) < 1e-10);
  assert.equal(roughly(exactly("-7/2")), -3.5);
});

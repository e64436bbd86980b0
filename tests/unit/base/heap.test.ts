import { expect, test } from 'vitest';
import { Heap } from '../../../src/base/heap.ts';
import { SeededRandom } from '../../../src/base/ports/random.ts';

test('the least item comes first, whatever the order of pushes and pops', () => {
  const random = new SeededRandom(11);
  const heap = new Heap<number>((one, other) => one < other);
  let model: number[] = [];
  for (let step = 0; step < 5000; step++) {
    const draw = random.below(100);
    if (draw < 60) {
      const item = random.below(1000);
      heap.push(item);
      model.push(item);
    } else if (draw < 99) {
      model.sort((one, other) => one - other);
      expect(heap.pop()).toBe(model.shift());
    } else {
      heap.keep((item) => item % 3 !== 0);
      model = model.filter((item) => item % 3 !== 0);
    }
    expect(heap.size).toBe(model.length);
    expect(heap.least).toBe(model.length === 0 ? undefined : Math.min(...model));
  }
});

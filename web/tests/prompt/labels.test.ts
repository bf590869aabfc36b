import { expect, test } from 'vitest';
import { labelAndDetail, withoutCommonStart } from '../../src/prompt/labels';

test('the common start of sentences is removed', () => {
  expect(withoutCommonStart(['Build (8 gold)', 'Build with 1 Fakir (10 gold)', 'Build with 2 Fakirs (12 gold)'])).toEqual([
    '8 gold',
    'With 1 Fakir (10 gold)',
    'With 2 Fakirs (12 gold)',
  ]);
  expect(withoutCommonStart(['Keep Enki', 'Lay silk'])).toEqual(['Keep Enki', 'Lay silk']);
  expect(withoutCommonStart(['Go on', 'Go on now'])).toEqual(['On', 'On now']);
  expect(withoutCommonStart([])).toEqual([]);
});

test('the cost becomes the second line', () => {
  expect(labelAndDetail('Build (earns 14 gold)')).toEqual({ label: 'Build', sub: 'earns 14 gold' });
  expect(labelAndDetail('Utug for 2 Elders: take control of a1')).toEqual({ label: 'Utug for 2 Elders', sub: 'take control of a1' });
  expect(labelAndDetail('Utug pour 2 Sages\u00a0: prendre a1')).toEqual({ label: 'Utug pour 2 Sages', sub: 'prendre a1' });
  expect(labelAndDetail('Buy nothing')).toEqual({ label: 'Buy nothing' });
});

// A small engine for Naqala in JavaScript: it prefers moves that win a tile.
// Run it with: naqala arena "engine:node examples/camel_driver.mjs" merchant
// docs/engine-protocol.md describes the protocol.
import { createInterface } from 'node:readline';

let view = {}; // the lines of the view or position by their key: view['p1-has'] is 'gold 50 viziers 0 …'
let legal = []; // the text of every legal action
let seed = 1;

const send = (line) => process.stdout.write(`${line}\n`);

/** A random number from 0 to 1 that depends on the seed only, so that a game can be repeated. */
function random() {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return seed / 2147483648;
}

/** The cells of the board by their tile: { a1: 'YW', b1: '-', … }; the text begins with the top row. */
function board(key) {
  const rows = view[key].split('/').reverse();
  const cells = rows.flatMap((row, y) => row.split(' ').map((cell, x) => [`${'abcdefgh'[x]}${y + 1}`, cell]));
  return Object.fromEntries(cells);
}

const points = (tile) => Number(board('tiles')[tile].slice(1));
const pile = (tile) => board('meeples')[tile].replace('-', '');
const isFree = (tile) => !Object.keys(view).some((key) => key.endsWith('-tiles') && view[key].split(' ').includes(tile));

/** How good an action looks. */
function score(action) {
  const [verb, what = ''] = action.split(' ');
  const tile = what.slice(0, 2);
  switch (verb) {
    case 'bid':
      return -Number(what);
    case 'take':
      return pile(tile).length;
    case 'drop': {
      // The last meeple takes all of its tribe: a tile with only that tribe is won.
      const tribe = what.slice(2);
      const others = [...pile(tile)].filter((meeple) => meeple !== tribe);
      return (others.length === 0 ? points(tile) * (isFree(tile) ? 1 : 0) : -others.length) + pile(tile).length - others.length;
    }
    case 'summon':
    case 'camel':
    case 'build':
      return 5;
    case 'buy':
      return action.split(' ').length;
    case 'sell':
      return -10; // cards are worth more at the end
    default:
      return 0;
  }
}

function go() {
  const ranked = legal.map((action) => ({ action, value: score(action) + 0.1 * random() })).sort((a, b) => b.value - a.value);
  send(`info value ${ranked[0].value.toFixed(2)} best ${ranked[0].action}`);
  send(`bestaction ${ranked[0].action}`);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const word = line.split(' ')[0];
  const rest = line.slice(word.length + 1);
  if (word === 'naqala') ['id name Camel Driver', 'id author the Naqala contributors', 'naqalaok'].forEach(send);
  else if (word === 'isready') send('readyok');
  else if (word === 'newgame') seed = (Number(rest.split(' ')[1]) % 2147483647) + 1;
  else if (word === 'view' || word === 'position') view = Object.fromEntries(rest.split('; ').map((item) => [item.split(' ')[0], item.slice(item.indexOf(' ') + 1)]));
  else if (word === 'legal') legal = rest.split('; ');
  else if (word === 'go') go();
  else if (word === 'quit') process.exit();
});

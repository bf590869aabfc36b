// The editor of positions: the draft, what a press does, undo, and what the server says about the draft.

import { changePlayer, changeYazid, draftText, parseDraft, without, YAZID, type Draft, type DraftYazid } from './draft';
import { addPiece, neighboursOf, piecesOn, removePiece, setKind, swapTiles, toggleWall, withoutWhim, type Piece } from './draftBoard';

/** What a press on a tile, a seat or the market does. */
export type Tool =
  | { kind: 'meeple'; tribe: string }
  | { kind: 'palm' | 'palace' | 'tent' }
  | { kind: 'remove' }
  | { kind: 'mountain' }
  | { kind: 'camel'; seat: number }
  | { kind: 'tile'; letter: string }
  | { kind: 'good'; name: string }
  | { kind: 'djinn'; name: string }
  | { kind: 'item'; name: string }
  | { kind: 'whim'; name: string; paid: boolean };

/** The tools that are cards: they go to a seat or the market. Only a Whim also goes on a tile. */
const CARDS = ['good', 'djinn', 'item', 'whim'];

/** What the server says about a position. */
export interface Finding {
  /** The first thing that does not add up; empty if nothing is wrong. */
  problem: string;
  /** Whether it can be played nevertheless. */
  odd: boolean;
  /** What would put it right, as a question, and the position afterwards; empty if there is no mend. */
  mend: string;
  mended: string;
}

export const isCard = (tool: Tool): tool is Extract<Tool, { name: string }> => CARDS.includes(tool.kind);

/** Lines in which one lists this name once less. */
function withoutEntry(lines: Record<string, string>, key: string, name: string): Record<string, string> {
  const line = lines[key];
  return line ? { ...lines, [key]: without(line.split(' '), name).join(' ') } : lines;
}

const NOTHING: Finding = { problem: '', odd: false, mend: '', mended: '' };
const CHECK_MS = 250;
const MAX_UNDO = 100;

export class Editor {
  draft = $state.raw<Draft>(parseDraft(''));
  tool = $state.raw<Tool>({ kind: 'meeple', tribe: 'G' });
  /** The tile whose pieces are listed. */
  tile = $state('');
  /** What is wrong with the draft. */
  finding = $state.raw<Finding>(NOTHING);
  /** Whether `finding` is about this draft. */
  checked = $state(false);
  private past = $state.raw<Draft[]>([]);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private checks = 0;

  constructor(private readonly check: (text: string) => Promise<Finding>) {}

  /** Begin with a position. */
  load(text: string): void {
    this.past = [];
    this.tile = '';
    this.draft = parseDraft(text);
    this.checkSoon();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  get text(): string {
    return draftText(this.draft);
  }

  get changed(): boolean {
    return this.past.length > 0;
  }

  change(draft: Draft): void {
    if (draft === this.draft) return;
    this.past = [...this.past.slice(1 - MAX_UNDO), this.draft];
    this.draft = draft;
    this.checkSoon();
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.draft = before;
    this.checkSoon();
  }

  /** Put right what the server has found. */
  mend(): void {
    if (this.checked && this.finding.mended) this.change(parseDraft(this.finding.mended));
  }

  /** Press a tile. */
  press(tile: string): void {
    const { tool, draft } = this;
    if (tool.kind === 'mountain') return this.pressForMountains(tile);
    this.tile = tile;
    if (tool.kind === 'remove') {
      const last = piecesOn(draft, tile).at(-1);
      if (last) this.change(removePiece(draft, tile, last));
    } else if (tool.kind === 'tile') this.change(setKind(draft, tile, tool.letter));
    else if (tool.kind === 'whim') this.change(addPiece(draft, tile, { kind: 'whim', name: tool.name }));
    else if (!isCard(tool)) this.change(addPiece(draft, tile, tool));
  }

  /** Mountains need two presses: a tile, then its neighbour. */
  private pressForMountains(tile: string): void {
    if (neighboursOf(this.draft, this.tile).includes(tile)) this.toggleMountains(tile);
    else this.tile = tile === this.tile ? '' : tile;
  }

  /** Put mountains between the pressed tile and a neighbour, or take them away. */
  toggleMountains(neighbour: string): void {
    this.change(toggleWall(this.draft, this.tile, neighbour));
  }

  take(tile: string, piece: Piece): void {
    this.tile = tile;
    this.change(removePiece(this.draft, tile, piece));
  }

  /** Drag from one tile to another: swap the tiles, or move a piece. */
  drag(from: string, to: string): void {
    if (from === to) return;
    const { tool, draft } = this;
    if (tool.kind === 'mountain') return this.change(toggleWall(draft, from, to));
    this.tile = to;
    if (tool.kind === 'tile') return this.change(swapTiles(draft, from, to));
    const pieces = piecesOn(draft, from);
    const same = (piece: Piece): boolean =>
      piece.kind === tool.kind && (piece.kind !== 'meeple' || piece.tribe === (tool as Piece & { tribe: string }).tribe);
    const piece = pieces.find(same) ?? pieces[0];
    if (!piece) return;
    const added = addPiece(draft, to, piece);
    if (added !== draft) this.change(removePiece(added, from, piece));
  }

  /** The seats that can get the selected card; Yazid takes Djinns and Fakirs only. */
  get takers(): number[] {
    const { tool, draft } = this;
    const seats = isCard(tool) ? draft.players.map((_, seat) => seat) : [];
    const his = tool.kind === 'djinn' || (tool.kind === 'good' && tool.name === 'fakir');
    return draft.yazid && his ? [...seats, YAZID] : seats;
  }

  /** Give the selected card to a seat. */
  give(seat: number): void {
    const { tool, draft } = this;
    if (draft.yazid && seat === YAZID) return this.giveYazid(draft.yazid);
    const player = draft.players[seat];
    if (!player) return;
    if (tool.kind === 'good') this.change(changePlayer(draft, seat, { hand: [...player.hand, tool.name] }));
    if (tool.kind === 'djinn' && !player.djinns.includes(tool.name)) {
      const taken = this.withoutDjinn(tool.name);
      this.change(changePlayer(taken, seat, { djinns: [...taken.players[seat]!.djinns, tool.name] }));
    }
    if (tool.kind === 'item') {
      const rest = withoutEntry(draft.rest, 'item-discards', tool.name);
      this.change(changePlayer({ ...draft, rest }, seat, { items: [...player.items, tool.name] }));
    }
    if (tool.kind === 'whim') {
      const taken = withoutWhim(draft, tool.name);
      const { whims, paidWhims } = taken.players[seat]!;
      const given = tool.paid ? { paidWhims: [...paidWhims, tool.name] } : { whims: [...whims, tool.name] };
      this.change(changePlayer(taken, seat, given));
    }
  }

  /** Whether the selected card can lie in the market. */
  get canOffer(): boolean {
    return this.tool.kind === 'good' || this.tool.kind === 'djinn';
  }

  private giveYazid(yazid: DraftYazid): void {
    const { tool, draft } = this;
    if (tool.kind === 'good' && tool.name === 'fakir') this.change(changeYazid(draft, { fakirs: yazid.fakirs + 1 }));
    if (tool.kind === 'djinn' && !yazid.djinns.includes(tool.name)) {
      const taken = this.withoutDjinn(tool.name);
      this.change(changeYazid(taken, { djinns: [...taken.yazid!.djinns, tool.name] }));
    }
  }

  /** Put the selected card into the market. */
  offer(): void {
    const { tool, draft } = this;
    if (tool.kind === 'good') this.change({ ...draft, row: [...draft.row, tool.name] });
    if (tool.kind === 'djinn') this.change({ ...this.withoutDjinn(tool.name), djinns: [...without(draft.djinns, tool.name), tool.name] });
  }

  /** There is one of each Djinn. */
  private withoutDjinn(name: string): Draft {
    const { draft } = this;
    const players = draft.players.map((player) => ({ ...player, djinns: without(player.djinns, name) }));
    const yazid = draft.yazid && { ...draft.yazid, djinns: without(draft.yazid.djinns, name) };
    const rest = withoutEntry(draft.rest, 'djinn-discards', name);
    return { ...draft, players, yazid, djinns: without(draft.djinns, name), rest };
  }

  private checkSoon(): void {
    clearTimeout(this.timer);
    this.checked = false;
    this.timer = setTimeout(() => void this.checkNow(), CHECK_MS);
  }

  private async checkNow(): Promise<void> {
    const check = ++this.checks;
    try {
      const finding = await this.check(this.text);
      if (check !== this.checks) return;
      this.finding = finding;
      this.checked = true;
    } catch {
      // The connection is lost or there were too many questions; Done asks again.
    }
  }
}

// A fake WebSocket, which the test opens, answers and closes.

import { vi } from 'vitest';
import type { Frame } from '../../src/protocol';
import type { Sent } from '../sent';

type Posted = Record<string, unknown> & { type: string; id: string };

export class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: Posted[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  /** The socket created last. */
  static get last(): FakeSocket {
    return FakeSocket.made.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Posted);
  }

  close(): void {
    this.lose(1005);
  }

  opens(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
    return this;
  }

  says(frame: Sent<Frame>): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  lose(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }

  /** The messages sent after the hello. */
  get asked(): Posted[] {
    return this.sent.filter((message) => message.type !== 'hello');
  }
}

/** Replace `WebSocket` with `FakeSocket`. */
export function fakeSockets(): void {
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
}

// A fake WebSocket, which the test opens, answers and closes.

import { vi } from 'vitest';
import type { Frame } from '../../src/protocol';
import type { DeepPartial } from '../fixtures';

type Posted = Record<string, unknown> & { type: string; id: string };

export class FakeSocket {
  static readonly OPEN = 1;
  static instances: FakeSocket[] = [];
  readyState = 0;
  sent: Posted[] = [];
  onopen: () => void = () => {};
  onmessage: (event: { data: string }) => void = () => {};
  onclose: (event: { code: number }) => void = () => {};

  constructor(readonly url: string) {
    FakeSocket.instances.push(this);
  }

  /** The socket created last. */
  static get last(): FakeSocket {
    return FakeSocket.instances.at(-1)!;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Posted);
  }

  close(): void {
    this.lose(1005);
  }

  open(): this {
    this.readyState = FakeSocket.OPEN;
    this.onopen();
    return this;
  }

  receive(frame: DeepPartial<Frame>): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  lose(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code });
  }

  /** The messages sent after the hello. */
  get commands(): Posted[] {
    return this.sent.filter((message) => message.type !== 'hello');
  }
}

/** Replace `WebSocket` with `FakeSocket`. */
export function fakeSockets(): void {
  FakeSocket.instances = [];
  vi.stubGlobal('WebSocket', FakeSocket);
}

// What the server has told of itself, and where others find it.

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

export class Server {
  /** Where other devices in the network find the server; known at its own machine alone. */
  addresses = $state.raw<string[]>([]);

  /** Whether this page is at an address by which every machine speaks of itself. */
  get local(): boolean {
    return LOOPBACK.test(location.hostname);
  }

  /** Whether other devices can open links to this server. */
  get reachable(): boolean {
    return !this.local || this.addresses.length > 0;
  }

  /** Where links for others lead. */
  get origin(): string {
    return this.local && this.addresses[0] ? new URL(this.addresses[0]).origin : location.origin;
  }
}

export const server = new Server();

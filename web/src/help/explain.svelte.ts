export interface Topic { kind: string; name: string }
export function explains(_node: HTMLElement, _topic: Topic): { update(topic: Topic): void; destroy(): void } {
  return { update() {}, destroy() {} };
}

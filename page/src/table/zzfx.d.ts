declare module "zzfx" {
  export const ZZFX: { volume: number; audioContext: AudioContext; play(...parameters: (number | undefined)[]): AudioBufferSourceNode };
}

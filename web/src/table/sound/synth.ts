/** Synth: plays layers and rooms by Web Audio. Loaded with the first sound. */

import { roomLoop, type Room } from './ambience_loops';
import { CUES, type Cue, type Layer } from './materials';

/** No two strokes of a thing sound alike: by how much they differ. */
const DETUNE = 0.05;
const NOISE_S = 1;
const SILENCE = 0.0001;
const ROOM_RATE_HZ = 22_050;
const ROOM_GAIN = 0.5;
const ROOM_FADE_S = 1.6;

let audio: AudioContext | undefined;
let noise: AudioBuffer | undefined;
const rooms = new Map<Room, AudioBuffer>();

function context(): AudioContext {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  return audio;
}

/** Plays a cue, so many seconds from now. */
export function play(cue: Cue, volume: number, delayS = 0): void {
  const ctx = context();
  const detune = 1 + (Math.random() * 2 - 1) * DETUNE;
  for (const layer of CUES[cue]) playLayer(ctx, layer, volume, ctx.currentTime + delayS, detune);
}

function playLayer(
  ctx: AudioContext,
  { source, hz, toHz, q = 1, startS = 0, attackS = 0.006, durationS, gain }: Layer,
  volume: number,
  now: number,
  detune: number,
): void {
  const start = now + startS;
  const end = start + durationS;
  const envelope = ctx.createGain();
  envelope.gain.setValueAtTime(SILENCE, start);
  envelope.gain.linearRampToValueAtTime(gain * volume, start + attackS);
  envelope.gain.exponentialRampToValueAtTime(SILENCE, end);
  envelope.connect(ctx.destination);
  const glide = (frequency: AudioParam) => {
    frequency.setValueAtTime(hz * detune, start);
    if (toHz) frequency.exponentialRampToValueAtTime(toHz * detune, end);
  };
  if (source === 'noise') {
    const band = ctx.createBiquadFilter();
    band.type = 'bandpass';
    band.Q.value = q;
    glide(band.frequency);
    const node = ctx.createBufferSource();
    node.buffer = noiseOf(ctx);
    node.connect(band).connect(envelope);
    node.start(start, Math.random() * (NOISE_S / 2));
    node.stop(end);
  } else {
    const node = ctx.createOscillator();
    node.type = source;
    glide(node.frequency);
    node.connect(envelope);
    node.start(start);
    node.stop(end);
  }
}

function noiseOf(ctx: AudioContext): AudioBuffer {
  if (!noise) {
    noise = ctx.createBuffer(1, NOISE_S * ctx.sampleRate, ctx.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  }
  return noise;
}

/** Lets a room be heard until the returned function is called. */
export function enterRoom(room: Room, volume: number): () => void {
  const ctx = context();
  const level = ctx.createGain();
  const fadeTo = (gain: number) => {
    level.gain.cancelScheduledValues(ctx.currentTime);
    level.gain.setTargetAtTime(gain, ctx.currentTime, ROOM_FADE_S / 3);
  };
  level.gain.value = 0;
  level.connect(ctx.destination);
  const loop = ctx.createBufferSource();
  loop.buffer = bufferOf(ctx, room);
  loop.loop = true;
  loop.connect(level);
  loop.start();
  fadeTo(ROOM_GAIN * volume);
  return () => {
    fadeTo(0);
    loop.stop(ctx.currentTime + ROOM_FADE_S);
  };
}

function bufferOf(ctx: AudioContext, room: Room): AudioBuffer {
  const known = rooms.get(room);
  if (known) return known;
  const samples = roomLoop(room, ROOM_RATE_HZ);
  const buffer = ctx.createBuffer(1, samples.length, ROOM_RATE_HZ);
  buffer.getChannelData(0).set(samples);
  rooms.set(room, buffer);
  return buffer;
}

import type { Component } from '../../api/types';
import fan from './fan.json';

/** Copied from the game's catalogue; a server test compares them. */
export default fan as unknown as Component[];

import type { Decision } from './decisions';

/** Why something was refused (RFC 9457). */
export interface ProblemBody {
  type: string;
  title: string;
  status: number;
  detail?: string;
  instance?: string;
  why?: string;
  errors?: unknown;
  decision?: Decision;
  decisions?: Decision[];
}

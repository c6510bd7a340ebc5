import type { Component } from '../../api/types';

/** Whether the picture of a component is that of its whole kind, so its name must stand beside it. */
export function hasSharedFace({ id, face = '' }: Pick<Component, 'id' | 'face'>): boolean {
  return face !== '' && face.slice(face.lastIndexOf('/') + 1, face.lastIndexOf('.')) !== id;
}

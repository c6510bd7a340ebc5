/** What the page says that is shown while the server is out of reach. */
export const english = {
  title: 'No connection',
  lead: 'Conclave can’t be reached right now. Your matches are safe: every answer that was accepted is stored on the server.',
  again: 'Try again',
};

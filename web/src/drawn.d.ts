/** The address of the drawings that the file names. */
declare module '*?drawn' {
  const address: string;
  export default address;
}

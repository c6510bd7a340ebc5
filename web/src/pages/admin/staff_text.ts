import { FRAME, inLanguages } from '../../i18n/locale.svelte';
import { staff } from '../../i18n/texts/staff';

/** The sentences of the staff's pages: `staffText().title`. */
const texts = inLanguages({ staff }, FRAME);

export const staffText = (): typeof staff => texts().staff;

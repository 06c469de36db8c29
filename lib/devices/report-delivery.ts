import { markDeliveryEvent } from '@/lib/devices/devices.sql';
import { isId } from '@/lib/ids';

/** Notes that a push was displayed or clicked; an id that is not a delivery's does nothing, and nobody is told which. */
export async function reportDelivery(deliveryId: string, event: 'displayed' | 'clicked'): Promise<void> {
  if (isId(deliveryId)) await markDeliveryEvent(deliveryId, event);
}

import PrivateBus
import SordinoBus

extension PrivateBus {
    var bus: BusAddress { .at(address) }
}

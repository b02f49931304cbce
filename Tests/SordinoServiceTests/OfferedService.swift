import PrivateBus
import SordinoBus
import SordinoPolicy
import SordinoService
import SordinoSession

extension BusService {
    /// Offers a service on a private bus, with the settings of a configuration's text.
    static func offered(
        _ service: SessionService, on bus: PrivateBus, _ options: Options, settings: String
    ) throws -> BusService {
        let offered = BusService(service, on: try BusConnection(bus.bus), options: options)
        _ = service.addObserver { offered.follow($0) }
        var configuration = PolicyConfiguration()
        try configuration.add(settings, file: "test")
        service.send(.configured(configuration.settings()))
        service.begin()
        try offered.offer()
        return offered
    }
}

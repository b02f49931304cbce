import SordinoHardware
import SordinoPolicy
import SordinoSession
import SordinoWork

extension AudioSystem {
    /// The device that this process is on, chosen by `Backends` at first use.
    package static let shared = Backends.makeSystem()

    /// Starts a device's service in this process, with sounds for its actors.
    ///
    /// - Parameters:
    ///   - running: `.inline` for a device that is pulled: workers and callbacks run on the thread that pulls.
    ///   - settings: The open choices of the rules.
    ///   - standsIn: The reason for which the device was taken in place of the one that was wanted; nil if it is that one.
    ///   - tones: What modes sound like on the device's ports.
    ///   - transport: Makes the way to the service; nil: the direct one.
    ///   - observe: Hears every decision from the first on, after it was performed.
    package convenience init(
        hardware: any Hardware, running: Workers.Running, settings: PolicySettings = PolicySettings(),
        standsIn: NoSound? = nil, tones: ModeTones = ModeTones(),
        transport: ((SessionService) -> any SessionTransport)? = nil,
        observing observe: (@Sendable (SessionService.Decision) -> Void)? = nil
    ) {
        // A service in the program's own process has no prompts: the person who runs the program has allowed it to
        // record.
        let service = SessionService(
            hardware: hardware, actors: ActorVoices(hardware: hardware), settings: settings,
            wakesItself: running == .onThreads, permissionAnswer: running == .onThreads ? .granted : nil,
            tones: tones)
        self.init(
            hardware: hardware, service: service, running: running, standsIn: standsIn, transport: transport?(service))
        if let observe { _ = service.addObserver(observe) }
        service.begin()
    }

    /// Starts the service of a virtual device.
    ///
    /// - Parameter isPulled: The device moves at each call of `VirtualDevice.advance`; before each block everything
    ///   settles. Otherwise the caller paces it.
    package convenience init(
        virtual: VirtualDevice, isPulled: Bool, settings: PolicySettings = PolicySettings(),
        tones: ModeTones = ModeTones(), observing observe: (@Sendable (SessionService.Decision) -> Void)? = nil
    ) {
        self.init(
            hardware: virtual, running: isPulled ? .inline : .onThreads, settings: settings, tones: tones,
            observing: observe)
        if isPulled { follow(virtual) }
    }
}

extension PolicySettings {
    /// The settings of a session on this machine, for every device: computers decode in software.
    package static var ofThisMachine: PolicySettings {
        var settings = PolicySettings()
        settings.hasHardwareDecoder = false
        return settings
    }
}

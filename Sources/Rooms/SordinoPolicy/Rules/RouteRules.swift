/// The factors that decide a session's route beside the ports (rules.md §5.3): equal demands have equal routes.
struct RouteDemand: Hashable, Sendable {
    var category: Category
    /// The effective mode: `standard` for a mixable session or a mode that the category does not support.
    var mode: Mode
    /// Effective options that matter for routes; the rest is masked out.
    @Bits var options: CategoryOptions
    var isOverriddenToSpeaker = false
    /// Only of the session that controls the hardware.
    var preferredInputUID: String?
    /// Ports that the program alone uses; empty where the category decides.
    var chosenOutputUIDs: [String] = []
    var chosenInputUIDs: [String] = []
    /// The zone whose ports are meant.
    var zone = 0

    static let routeOptions: CategoryOptions = [
        .allowBluetoothHFP, .allowBluetoothA2DP, .allowAirPlay, .defaultToSpeaker,
    ]

    init(
        _ configuration: SessionConfiguration, isOverriddenToSpeaker: Bool = false, preferredInputUID: String? = nil,
        zone: Int = 0
    ) {
        category = configuration.category
        mode = configuration.effectiveMode
        options = configuration.effectiveOptions.intersection(Self.routeOptions)
        self.isOverriddenToSpeaker = isOverriddenToSpeaker
        self.preferredInputUID = preferredInputUID
        self.zone = zone
    }

    /// The demand of plain playback without further declarations.
    static let media = RouteDemand(SessionConfiguration(category: .playback))

    static func media(in zone: Int) -> RouteDemand {
        var demand = media
        demand.zone = zone
        return demand
    }

    /// The demand of a telephone conversation.
    static let call = RouteDemand(SessionConfiguration(category: .playAndRecord, mode: .voiceChat))
}

/// Last-in-wins with eligibility and built-in defaults (rules.md §5.3 to §5.7), as functions of demand and ports.
enum RouteRules {
    static func route(_ demand: RouteDemand, _ ports: PortTable, _ settings: PolicySettings) -> Route {
        let outputs = outputs(demand, ports, settings)
        let delays = Rooms.delays(outputs, demand, ports)
        return Route(inputs: inputs(demand, pairedWith: outputs, ports), outputs: outputs, delays: delays)
    }

    // MARK: Outputs

    static func outputs(_ demand: RouteDemand, _ ports: PortTable, _ settings: PolicySettings) -> [Port] {
        guard demand.category.hasOutput else { return [] }
        let chosen = ports.ports(demand.chosenOutputUIDs, .output)
        if !chosen.isEmpty { return chosen }
        if demand.category == .multiRoute { return multiRouteOutputs(demand, ports, settings) }
        if demand.isOverriddenToSpeaker, let speaker = ports.first(.builtInSpeaker, .output) { return [speaker] }
        if !settings.portOrder.isEmpty, let port = orderedOutput(demand, ports, settings) { return [port] }
        if let preferred = preferredOutput(demand, ports) { return [preferred] }
        if let rooms = Rooms.outputs(demand, ports) { return rooms }
        let eligible = ports.entries.last { entry in
            entry.port.direction == .output && entry.arrival > 0 && isEligibleOutput(entry.port, demand, ports)
        }
        if let eligible { return [eligible.port] }
        return builtInOutput(demand, ports)
    }

    /// The first port of the configured order that is there and may be used, unless the person picked one since (own 27).
    private static func orderedOutput(
        _ demand: RouteDemand, _ ports: PortTable, _ settings: PolicySettings
    ) -> Port? {
        if let picked = ports.pickedOutput, ports.port(picked) != nil { return nil }
        for name in settings.portOrder {
            let found = ports.entries.last { entry in
                entry.port.direction == .output
                    && (name == entry.port.uid || name == entry.port.deviceUID
                        || (name == entry.port.type.rawValue && !entry.isWaiting))
                    && isEligibleOutput(entry.port, demand, ports)
            }
            guard let found else { continue }
            // Of the built-in ones the session's kind decides.
            return found.port.isBuiltIn ? builtInOutput(demand, ports).first : found.port
        }
        return nil
    }

    /// The port of the default device: on an accessory the one that the demand may use, on the device itself the one
    /// that the demand prefers (§5.4).
    private static func preferredOutput(_ demand: RouteDemand, _ ports: PortTable) -> Port? {
        guard let preferred = ports.preferredPort(.output) else { return nil }
        if preferred.isBuiltIn { return builtInOutput(demand, ports).first }
        return ports.entries.last { entry in
            entry.port.direction == .output && !entry.port.isBuiltIn
                && (entry.port.uid == preferred.uid || entry.port.deviceUID == preferred.deviceUID)
                && isEligibleOutput(entry.port, demand, ports)
        }?.port
    }

    /// §5.4; a device without loudspeakers of its own has no default.
    private static func builtInOutput(_ demand: RouteDemand, _ ports: PortTable) -> [Port] {
        let speaker = ports.first(.builtInSpeaker, .output)
        guard prefersReceiver(demand), let receiver = ports.first(.builtInReceiver, .output) else {
            return speaker.map { [$0] } ?? []
        }
        return [receiver]
    }

    static func prefersReceiver(_ demand: RouteDemand) -> Bool {
        demand.category == .playAndRecord && !demand.options.contains(.defaultToSpeaker)
            && demand.mode != .videoRecording
    }

    /// §5.6, the rows of outputs.
    static func isEligibleOutput(_ port: Port, _ demand: RouteDemand, _ ports: PortTable) -> Bool {
        let isVoice = demand.mode.isVoice
        switch port.kind {
        case .builtInSpeaker: return true
        case .builtInReceiver: return demand.category == .playAndRecord
        case .headphones, .usbAudio, .carAudio, .bluetoothLE: return true
        case .bluetoothHFP: return demand.category == .playAndRecord && demand.options.contains(.allowBluetoothHFP)
        case .bluetoothA2DP:
            guard !isVoice, demand.options.contains(.allowBluetoothA2DP) else { return false }
            // R5.7: the same accessory's hands-free profile wins where both may be used.
            return !ports.entries.contains { entry in
                entry.port.deviceUID == port.deviceUID && entry.port.type == .bluetoothHFP
                    && entry.port.direction == .output && isEligibleOutput(entry.port, demand, ports)
            }
        case .airPlay: return !isVoice && demand.options.contains(.allowAirPlay)
        case .lineOut, .hdmi, .virtual, .pci, .fireWire, .displayPort, .avb, .thunderbolt: return !isVoice
        case .lineIn, .builtInMic, .headsetMic, .continuityMicrophone, nil: return !isVoice
        }
    }

    private static func multiRouteOutputs(
        _ demand: RouteDemand, _ ports: PortTable, _ settings: PolicySettings
    ) -> [Port] {
        let externals = ports.entries.filter { !$0.isWaiting }.map(\.port).filter { port in
            guard port.direction == .output else { return false }
            switch port.kind {
            case .bluetoothA2DP, .airPlay, .carAudio, .builtInSpeaker, .builtInReceiver, .builtInMic: return false
            case .bluetoothHFP, .bluetoothLE: return demand.mode == .dualRoute
            case .lineIn, .headsetMic, .continuityMicrophone, .lineOut, .headphones, .hdmi, .usbAudio, .virtual, .pci,
                .fireWire, .displayPort, .avb, .thunderbolt, nil:
                return true
            }
        }
        if demand.mode == .dualRoute {
            // The built-in loudspeaker and the accessory that came last.
            let speaker = ports.first(.builtInSpeaker, .output)
            let secondary = externals.last {
                $0.type == .headphones || $0.type == .bluetoothLE || $0.type == .bluetoothHFP
            }
            return [speaker, secondary].compactMap { $0 }
        }
        if externals.isEmpty { return ports.first(.builtInSpeaker, .output).map { [$0] } ?? [] }
        switch settings.multiRouteOrder {
        case .byArrival: return externals
        case .byType:
            return (0...multiRouteRank(nil)).flatMap { rank in
                externals.filter { multiRouteRank($0.kind) == rank }
            }
        }
    }

    /// R5.18: the fixed order of an aggregate's ports.
    private static func multiRouteRank(_ kind: KnownPort?) -> Int {
        switch kind {
        case .headphones: 0
        case .lineOut: 1
        case .hdmi: 2
        case .usbAudio: 3
        case .lineIn, .builtInMic, .headsetMic, .continuityMicrophone, .bluetoothA2DP, .builtInReceiver,
            .builtInSpeaker, .airPlay, .bluetoothLE, .bluetoothHFP, .carAudio, .virtual, .pci, .fireWire, .displayPort,
            .avb, .thunderbolt, nil:
            4
        }
    }

    // MARK: Inputs

    static func inputs(_ demand: RouteDemand, pairedWith outputs: [Port], _ ports: PortTable) -> [Port] {
        guard demand.category.hasInput else { return [] }
        let chosen = ports.ports(demand.chosenInputUIDs, .input)
        if !chosen.isEmpty { return chosen }
        let builtIn = ports.first(.builtInMic, .input).map { [$0] } ?? []
        if demand.isOverriddenToSpeaker { return builtIn }
        let eligible = eligibleInputs(demand, ports)
        if demand.category == .multiRoute, demand.mode == .dualRoute {
            let secondary = eligible.last { !$0.isBuiltIn }
            return builtIn + (secondary.map { [$0] } ?? [])
        }
        if let uid = demand.preferredInputUID, let preferred = eligible.first(where: { $0.uid == uid }) {
            return [preferred]
        }
        // A telephone's headset takes its own microphone along.
        if outputs.last?.type != .bluetoothHFP, let preferred = ports.preferredPort(.input),
            eligible.contains(preferred)
        {
            return [preferred]
        }
        if let output = outputs.last, !output.isBuiltIn,
            let paired = eligible.last(where: { $0.deviceUID == output.deviceUID && !$0.isBuiltIn })
        {
            return [paired]
        }
        if let last = eligible.last(where: { !$0.isBuiltIn }) { return [last] }
        return builtIn
    }

    /// §5.6, the rows of inputs: what `availableInputs` lists, built-in first, then by arrival.
    static func eligibleInputs(_ demand: RouteDemand, _ ports: PortTable) -> [Port] {
        guard demand.category.hasInput else { return [] }
        return ports.entries.map(\.port).filter { $0.direction == .input && isEligibleInput($0, demand) }
    }

    private static func isEligibleInput(_ port: Port, _ demand: RouteDemand) -> Bool {
        let isMulti = demand.category == .multiRoute
        switch port.kind {
        case .builtInMic, .headsetMic, .usbAudio, .continuityMicrophone: return true
        case .bluetoothHFP:
            return demand.options.contains(.allowBluetoothHFP) && (!isMulti || demand.mode == .dualRoute)
        case .bluetoothLE: return !isMulti || demand.mode == .dualRoute
        case .carAudio: return !isMulti
        case .lineIn: return !isMulti && !demand.mode.isVoice
        case .lineOut, .headphones, .bluetoothA2DP, .builtInReceiver, .builtInSpeaker, .hdmi, .airPlay, .virtual, .pci,
            .fireWire, .displayPort, .avb, .thunderbolt, nil:
            return !isMulti
        }
    }

    // MARK: Local sound

    /// Returns the ports of system sounds, the screen reader and alerts (§5.7): always on the device itself.
    static func localOutputs(_ ports: PortTable) -> [Port] {
        if let preferred = ports.preferredPort(.output), isNear(preferred) { return [preferred] }
        let near = ports.entries.last { entry in
            entry.port.direction == .output && entry.arrival > 0 && isNear(entry.port)
        }
        if let near { return [near.port] }
        if let speaker = ports.first(.builtInSpeaker, .output) { return [speaker] }
        // A device without a loudspeaker of its own: wherever media goes.
        return ports.entries.last { $0.port.direction == .output && !$0.isWaiting }.map { [$0.port] } ?? []
    }

    /// Returns the ports of the ringtone and alarms: the loudspeaker, and headphones if they are connected.
    static func alertOutputs(_ ports: PortTable) -> [Port] {
        let near = localOutputs(ports)
        guard let speaker = ports.first(.builtInSpeaker, .output), !near.contains(speaker) else { return near }
        return [speaker] + near
    }

    private static func isNear(_ port: Port) -> Bool {
        switch port.kind {
        case .headphones, .lineOut, .bluetoothA2DP, .bluetoothHFP, .bluetoothLE, .carAudio, .builtInSpeaker: true
        case .lineIn, .builtInMic, .headsetMic, .continuityMicrophone, .builtInReceiver, .hdmi, .airPlay, .usbAudio,
            .virtual, .pci, .fireWire, .displayPort, .avb, .thunderbolt, nil:
            false
        }
    }

    /// R1.2: whether the ringer switch reaches what is heard here.
    static func isBuiltInOnly(_ outputs: [Port]) -> Bool { outputs.allSatisfy { $0.isBuiltIn } }
}

extension PolicySettings {
    /// Takes from a demand what the configuration does not allow (own 27).
    func restrict(_ demand: inout RouteDemand) {
        switch callProfile {
        case .asked: break
        case .conversations: if !demand.mode.isVoice { demand.options.remove(.allowBluetoothHFP) }
        case .never: demand.options.remove(.allowBluetoothHFP)
        }
    }
}

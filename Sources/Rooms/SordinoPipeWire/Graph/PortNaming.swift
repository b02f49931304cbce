import SordinoPolicy

/// The assignment of Apple's port types to the graph's device nodes.
///
/// Pure: properties in, ports out. What a node is called and what it is connected to come from its own properties, its
/// device's and, for cards with several sockets behind one node, the device's routes: each socket is a port.
enum PortNaming {
    /// Indicates whether a node is an output by its `media.class`.
    static func isOutput(_ node: GraphNode) -> Bool {
        ["Audio/Sink", "Audio/Duplex"].contains(node.properties["media.class"])
    }

    /// Indicates whether a node is an output that was found on a network, or that a program made.
    static func isOffered(node id: UInt32, in mirror: GraphMirror, isStrange: Bool) -> Bool {
        guard let node = mirror.nodes[id], isOutput(node) else { return false }
        if isStrange { return true }
        let device = node.properties.number("device.id").flatMap { mirror.devices[$0] }
        let value = { (key: String) in node.properties[key] ?? device?.properties[key] }
        return value("sordino.port.type") == nil && (NetworkNodes.isOnNetwork(value) || NetworkNodes.isAVB(value))
    }

    /// All ports that a node comes to; none for what is no device, or is not complete yet.
    ///
    /// - Parameter isStrange: Whether it is an output that a program made: what it says of itself is not believed.
    static func ports(ofNode id: UInt32, in mirror: GraphMirror, isStrange: Bool = false) -> [NamedPort] {
        guard let node = mirror.nodes[id], node.isKnown, node.properties[StreamProperties.role] == nil else {
            return []
        }
        let directions: [PortDirection]
        switch node.properties["media.class"] {
        case "Audio/Sink": directions = [.output]
        case "Audio/Source", "Audio/Source/Virtual": directions = [.input]
        case "Audio/Duplex": directions = [.output, .input]
        default: return []
        }
        let device = node.properties.number("device.id").flatMap { mirror.devices[$0] }
        if node.properties["device.id"] != nil, device?.isKnown != true { return [] }
        return directions.flatMap { direction -> [NamedPort] in
            let isRemote = isOffered(node: id, in: mirror, isStrange: isStrange)
            let all = mirror.ports(of: id, isInput: direction == .output)
            let graphPorts = isRemote ? Array(all.prefix(NetworkNodes.channelLimit)) : all
            guard !graphPorts.isEmpty else { return [] }
            let facts = NodeFacts(
                node: node, device: device, direction: direction, timing: mirror.timing ?? (48_000, 1_024),
                isStrange: isStrange && direction == .output)
            let routes = facts.sockets
            if routes.isEmpty {
                return [facts.port(route: nil, isBoth: directions.count > 1, graphPorts: graphPorts)]
            }
            return routes.map { facts.port(route: $0, isBoth: directions.count > 1, graphPorts: graphPorts) }
        }
    }

    /// Ports that a Bluetooth device has in a profile that it could take: they come to life when a program is on them.
    static func dormantPorts(ofDevice device: GraphDevice) -> [NamedPort] {
        guard device.isBluetooth, device.isKnown, let active = device.profiles.first(where: \.isActive),
            let address = device.properties["api.bluez5.address"], active.isForCalls || active.isForMusic
        else { return [] }
        let name = device.properties["device.description"] ?? device.properties["device.name"] ?? "Bluetooth"
        func port(_ type: PortType, _ direction: PortDirection, _ suffix: String, _ positions: [String]) -> NamedPort {
            let port = Port(
                uid: address + suffix, type: type, direction: direction, name: name, deviceUID: address,
                channels: ChannelNaming.channels(positions, named: (name, false)),
                isInputGainSettable: direction == .input)
            return NamedPort(
                port: port, isTypeKnown: true, node: UInt32.max, route: nil, device: device.id, graphPorts: [])
        }
        // Those whose node is there are found with their node; between two profiles none has one for a while.
        var ports: [NamedPort] = []
        if device.musicProfile != nil { ports.append(port(.bluetoothA2DP, .output, "-tacl", ["FL", "FR"])) }
        if device.callProfile != nil {
            ports.append(port(.bluetoothHFP, .output, "-tsco", ["MONO"]))
            ports.append(port(.bluetoothHFP, .input, "-tsco-input", ["MONO"]))
        }
        return ports
    }
}

/// A port with its place in the graph.
struct NamedPort: Hashable {
    var port: Port
    /// False when nothing said what it is: then it is the device's own speaker or microphone if there is none yet.
    var isTypeKnown: Bool
    var node: UInt32
    /// The socket of a card that must be chosen to hear this port.
    var route: GraphRoute?
    var device: UInt32?
    /// Indicates whether its card has a profile for calls: the same socket belongs to another node there.
    var isOfCallCard = false
    /// The graph's port of each channel; none while it waits for its device's other profile.
    var graphPorts: [UInt32]

    var isDormant: Bool { graphPorts.isEmpty }
}

/// The known facts about a device node in one direction.
private struct NodeFacts {
    let node: GraphNode
    let device: GraphDevice?
    let direction: PortDirection
    let timing: (sampleRate: Double, blockFrames: Int)
    let isStrange: Bool

    func value(_ key: String) -> String? { node.properties[key] ?? device?.properties[key] }

    var isOutput: Bool { direction == .output }

    /// The card's sockets behind this node that something is plugged into, if there are any.
    var sockets: [GraphRoute] {
        // A Bluetooth device has one socket in each profile.
        guard let device, !device.isBluetooth, node.properties["sordino.port.type"] == nil,
            let number = value("card.profile.device")
        else { return [] }
        let active = device.routes.filter { $0.isActive && $0.isInput == !isOutput && $0.device == Int32(number) }
        guard !active.isEmpty else { return [] }
        let others = device.routes.filter { !$0.isActive && $0.isInput == !isOutput && $0.availability != .no }
        // A card with one node for each direction shares it among its sockets; with more, each node keeps its own.
        let isShared = Set(device.routes.filter { $0.isActive && $0.isInput == !isOutput }.map(\.device)).count == 1
        let all = active + (isShared ? others : [])
        // A card may stay on a socket whose plug was pulled until another is chosen.
        let plugged = all.filter { $0.availability != .no }
        return (plugged.isEmpty ? all : plugged).sorted { $0.index < $1.index }
    }

    func port(route: GraphRoute?, isBoth: Bool, graphPorts: [GraphPort]) -> NamedPort {
        let type = self.type(of: route)
        // A card's nodes are named after its profile; its sockets are the same in all.
        let card = route != nil && device?.telephoneProfile != nil ? device?.properties["device.name"] : nil
        let base =
            value("sordino.port.uid") ?? bluetoothUID(type) ?? card ?? node.properties["node.name"] ?? "node \(node.id)"
        var uid = base
        if let route { uid += ":" + route.name }
        if isBoth { uid += isOutput ? ":output" : ":input" }
        let fallback = isOutput ? PortType.builtInSpeaker : .builtInMic
        let isRemote = isOnNetwork || type == .AVB || isStrange
        if isRemote {
            uid = NetworkNodes.text(uid, limit: NetworkNodes.uidLimit)
            if uid.isEmpty { uid = "node \(node.id)" }
        }
        let name = isRemote ? NetworkNodes.name(name(route), otherwise: uid) : name(route)
        let port = Port(
            uid: uid, type: type ?? fallback, direction: direction, name: name,
            deviceUID: isStrange ? "node \(node.id)" : isRemote ? uid : deviceUID(base),
            channels: ChannelNaming.channels(
                graphPorts.map { $0.properties["audio.channel"] ?? "" },
                named: ChannelNaming.name(type, name, isOutput: isOutput)),
            dataSources: isOutput
                ? [] : MicrophoneNaming.sources(value("sordino.port.sources") ?? "", graphPorts.count),
            latencySeconds: latencySeconds(graphPorts, isRemote: isRemote),
            isInputGainSettable: !isOutput && !node.volumes.isEmpty,
            isOffered: isRemote && isOutput && (isStrange || value("sordino.port.type") == nil))
        return NamedPort(
            port: port, isTypeKnown: type != nil, node: node.id, route: route, device: device?.id,
            isOfCallCard: card != nil, graphPorts: graphPorts.map(\.id))
    }

    private var isOnNetwork: Bool { NetworkNodes.isOnNetwork(value) }

    /// The distance between the graph's ports and the ear: what the ports report or, if that is more, what the node states.
    private func latencySeconds(_ graphPorts: [GraphPort], isRemote: Bool) -> Double {
        let reported = graphPorts.compactMap(\.latency).map {
            $0.seconds(sampleRate: timing.sampleRate, blockFrames: timing.blockFrames)
        }.max()
        return max(reported ?? 0, NetworkNodes.statedLatencySeconds(isRemote: isRemote, value))
    }

    private func name(_ route: GraphRoute?) -> String {
        if let declared = value("sordino.port.name") { return declared }
        if let route, !route.description.isEmpty { return route.description }
        return node.properties["node.description"] ?? device?.properties["device.description"]
            ?? node.properties["node.nick"] ?? node.properties["node.name"] ?? "Audio"
    }

    private func deviceUID(_ base: String) -> String {
        value("sordino.port.device") ?? value("api.bluez5.address") ?? device?.properties["device.name"] ?? base
    }

    /// Apple names Bluetooth ports by the device's address and the profile.
    private func bluetoothUID(_ type: PortType?) -> String? {
        guard let address = value("api.bluez5.address") else { return nil }
        return address + (type == .bluetoothA2DP ? "-tacl" : type == .bluetoothLE ? "-le" : "-tsco")
            + (isOutput ? "" : "-input")
    }

    // MARK: - Types

    private func type(of route: GraphRoute?) -> PortType? {
        if isStrange { return .virtual }
        if let declared = value("sordino.port.type") { return PortType(rawValue: declared) }
        if NetworkNodes.isAVB(value) { return .AVB }
        if value("device.api") == "bluez5" || value("api.bluez5.address") != nil { return bluetoothType }
        // The card that the kernel's audio gadget makes is not on the bus that it stands for.
        if value("alsa.card_name") == Self.gadgetCard || value("api.alsa.card.name") == Self.gadgetCard {
            return .usbAudio
        }
        if isOnNetwork { return isOutput ? .airPlay : .virtual }
        switch value("device.bus") {
        case "usb": return .usbAudio
        case "firewire": return .fireWire
        case "thunderbolt": return .thunderbolt
        default: break
        }
        if let route, let type = socketType(route) { return type }
        if node.properties["node.name"]?.contains("hdmi") == true { return isOutput ? .HDMI : .lineIn }
        return formType
    }

    /// The name that the kernel gives the card of a gadget of USB Audio Class 2.0.
    private static let gadgetCard = "UAC2_Gadget"

    private var bluetoothType: PortType {
        let profile = value("api.bluez5.profile") ?? ""
        if profile.hasPrefix("bap") { return .bluetoothLE }
        return isOutput && profile.hasPrefix("a2dp") ? .bluetoothA2DP : .bluetoothHFP
    }

    private func socketType(_ route: GraphRoute) -> PortType? {
        switch (isOutput, route.type) {
        case (true, "speaker"): .builtInSpeaker
        case (true, "handset"), (true, "earpiece"): .builtInReceiver
        case (true, "headphones"), (true, "headset"): .headphones
        case (true, "hdmi"), (true, "tv"): .HDMI
        case (true, "line"), (true, "analog"), (true, "spdif"), (true, "aux"): .lineOut
        case (true, "car"): .carAudio
        case (false, "line"), (false, "analog"), (false, "spdif"), (false, "aux"): .lineIn
        case (false, "headset"), (false, "headphones"): .headsetMic
        case (false, "mic"):
            route.name.contains("internal") || route.name.contains("int-mic") || route.availability == .unknown
                ? .builtInMic : .headsetMic
        case (false, "handset"): .builtInMic
        case (false, "car"): .carAudio
        default: nil
        }
    }

    private var formType: PortType? {
        switch (isOutput, value("device.form-factor")) {
        case (true, "internal"), (true, "speaker"), (true, "portable"), (true, "computer"): .builtInSpeaker
        case (true, "handset"): .builtInReceiver
        case (true, "headphone"), (true, "headset"): .headphones
        case (true, "tv"): .HDMI
        case (_, "car"): .carAudio
        case (true, "hifi"): .lineOut
        case (false, "internal"), (false, "microphone"), (false, "handset"), (false, "portable"): .builtInMic
        case (false, "headset"): .headsetMic
        default: nil
        }
    }
}

/// Several microphones on the channels of one input, as the device's maker names them.
enum MicrophoneNaming {
    private static let orientations = ["Top", "Bottom", "Front", "Back", "Left", "Right"]
    private static let patterns = ["Omnidirectional", "Cardioid", "Subcardioid", "Stereo"]

    /// Reads a list such as "Bottom 1; Front 2 Cardioid".
    ///
    /// Each part is an orientation, a channel from 1 on and what that channel picks up, which is sound from all around if nothing is
    /// said. Parts of one orientation are one source with several patterns: "Front 2; Front 3 Cardioid". What is not understood,
    /// and channels that are not there, are left out.
    static func sources(_ text: String, _ channelCount: Int) -> [DataSource] {
        var sources: [DataSource] = []
        for part in text.split(separator: ";").prefix(channelCount) {
            let words = part.split(separator: " ").map(String.init)
            guard (2...3).contains(words.count), orientations.contains(words[0]), let channel = Int(words[1]),
                (1...max(channelCount, 1)).contains(channel), channel <= channelCount,
                !sources.contains(where: { $0.patternChannels.contains(channel) })
            else { continue }
            let pattern = words.count == 3 ? words[2] : patterns[0]
            guard patterns.contains(pattern) else { continue }
            if let index = sources.firstIndex(where: { $0.orientation == words[0] }) {
                guard !sources[index].polarPatterns.contains(pattern) else { continue }
                sources[index].polarPatterns.append(pattern)
                sources[index].patternChannels.append(channel)
                continue
            }
            sources.append(
                DataSource(
                    id: channel, name: words[0], location: words[0] == "Bottom" ? "Lower" : "Upper",
                    orientation: words[0], polarPatterns: [pattern], patternChannels: [channel]))
        }
        return sources
    }
}

/// Channels as programs see them.
enum ChannelNaming {
    /// Converts PipeWire's names of positions ("FL", "AUX0") to numbered channels with Core Audio's labels.
    ///
    /// Channels are named after their port, as on Apple's systems: "Headphone Left", "HDMI Output 1".
    static func channels(_ positions: [String], named name: (name: String, isNumbered: Bool)) -> [PortChannel] {
        let hasSides = positions.contains("SL")
        return positions.enumerated().map { index, position in
            let (place, label) = known(position, hasSides: hasSides) ?? ("\(index + 1)", discrete(index))
            let suffix = positions.count == 1 ? "" : name.isNumbered ? " \(index + 1)" : " " + place
            return PortChannel(name: name.name + suffix, number: index + 1, label: label)
        }
    }

    /// Returns the common part of the names of a port's channels, and whether a number follows it instead of a position.
    ///
    /// - Parameters:
    ///   - type: Nil if it is not known.
    ///   - port: The name of the port.
    static func name(_ type: PortType?, _ port: String, isOutput: Bool) -> (name: String, isNumbered: Bool) {
        switch type?.known {
        case .headphones: ("Headphone", false)
        case .builtInSpeaker: ("Speaker", false)
        case .builtInReceiver: ("Receiver", false)
        case .builtInMic: ("MicrophoneBuiltIn", false)
        case .headsetMic: ("Headset Microphone", false)
        case .lineOut: ("Line", false)
        case .lineIn: ("Line In", false)
        case .hdmi: ("HDMI Output", true)
        case .usbAudio: ("\(port) \(isOutput ? "Output" : "Input")", true)
        case .continuityMicrophone, .bluetoothA2DP, .airPlay, .bluetoothLE, .bluetoothHFP, .carAudio, .virtual, .pci,
            .fireWire, .displayPort, .avb, .thunderbolt, nil:
            (port, false)
        }
    }

    /// `kAudioChannelLabel_Discrete_0` and those after it.
    private static func discrete(_ index: Int) -> UInt32 { 0x1_0000 | UInt32(index) }

    private static func known(_ position: String, hasSides: Bool) -> (String, UInt32)? {
        switch position {
        case "MONO": ("Mono", 42)
        case "FL": ("Left", 1)
        case "FR": ("Right", 2)
        case "FC": ("Center", 3)
        case "LFE": ("LFE", 4)
        case "SL": ("Left Surround", 5)
        case "SR": ("Right Surround", 6)
        case "RL": hasSides ? ("Rear Left", 33) : ("Left Surround", 5)
        case "RR": hasSides ? ("Rear Right", 34) : ("Right Surround", 6)
        case "RC": ("Center Surround", 9)
        default: nil
        }
    }
}

import SordinoHardware
import SordinoPolicy

/// The tones that the ports have now, and what is to change when another session is in charge or a port comes.
struct ToneDesk {
    var tones: ModeTones
    private var chains: [String: [ToneSection]] = [:]

    init(_ tones: ModeTones) { self.tones = tones }

    /// Indicates whether no port has a tone, nor is to have one.
    var isIdle: Bool { tones.isEmpty && chains.allSatisfy { $0.value.isEmpty } }

    /// Returns the stage's commands that follow from a mode in force; none when every port sounds so already.
    mutating func commands(_ mode: Mode, on ports: [Port]) -> [StageCommand] {
        var commands: [StageCommand] = []
        for port in ports {
            let chain = tones.chain(port.type, mode, port.direction)
            guard chains[port.uid, default: []] != chain else { continue }
            chains[port.uid] = chain
            commands.append(.tone(portUID: port.uid, chain))
        }
        return commands
    }
}

import CoreMIDI
import SordinoDevice
import SordinoHardware
import SordinoMIDIPorts
import SordinoPolicy
import SordinoSession
import Synchronization

/// A program on a simulated device, and the MIDI devices that are plugged into that.
final class CoreMIDIBench {
    let device = VirtualDevice(.phone)
    let context: AppContext
    let peer: VirtualMIDIPeer
    private let system: AudioSystem

    init() throws {
        let system = AudioSystem(virtual: device, isPulled: true)
        let context = AppContext(
            system: system, declaration: AppDeclaration(bundleID: "org.example.midi", name: "MIDI"))
        (self.system, self.context) = (system, context)
        peer = try AppContext.run(in: context) {
            guard let peer = MIDIPlace.current.peer else { throw Missing() }
            return peer
        }
    }

    struct Missing: Error {}

    func run<Result>(_ body: () throws -> Result) rethrows -> Result { try AppContext.run(in: context, body) }
    func settle() { system.settle() }
    func advance(seconds: Double) { device.advance(seconds: seconds) }
    var now: UInt64 { UInt64(device.now.nanoseconds) }
}

/// Keeps what a block was given.
final class Heard<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])
    func append(_ element: Element) { list.withLock { $0.append(element) } }
    var all: [Element] { list.withLock { $0 } }
}

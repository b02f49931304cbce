import Glibc
import SordinoBluetooth
import SordinoDevice
import SordinoMIDIPorts
import SordinoSession
import SordinoWork
import Synchronization

/// The MIDI system that the running code is on, and how its program is called.
package struct MIDIPlace: Sendable {
    package let system: MIDISystem
    /// The virtual peer that carries the system, where one does.
    package let peer: VirtualMIDIPeer?
    /// The network session of the process; nil on a simulated device.
    package let network: NetworkMIDICarrier?
    /// The Bluetooth Low Energy connections of the process, closed until a program asks for them; nil on a simulated device.
    package let bluetooth: BluetoothMIDICarrier?
    /// Finds devices by MIDI Capability Inquiry.
    let inquiry: CIExchange
    /// Finds endpoints of universal packets.
    let directory: StreamDirectory

    private init(
        system: MIDISystem, peer: VirtualMIDIPeer?, network: NetworkMIDICarrier? = nil,
        bluetooth: BluetoothMIDICarrier? = nil, seed: UInt32
    ) {
        (self.system, self.peer, self.network, self.bluetooth) = (system, peer, network, bluetooth)
        inquiry = CIExchange(system: system, seed: seed)
        directory = StreamDirectory(system: system)
    }

    /// Indicates whether the running code is on a simulated device, whose own thread calls programs.
    static var isSimulated: Bool { AppContext.currentIfMade?.system.isPulled == true }

    /// That of the simulated device which the running code is on, else the process's own.
    package static var current: MIDIPlace {
        guard let device = AppContext.currentIfMade?.system, device.isPulled else { return process }
        return simulated.withLock { all in
            all.removeAll { $0.device == nil }
            if let known = all.first(where: { $0.device === device }), let place = known.place { return place }
            let peer = VirtualMIDIPeer()
            let system = MIDISystem(running: .inline(device.workers), carriers: [peer]) { [weak device] in
                UInt64(max(device?.hardware.now.nanoseconds ?? 0, 0))
            }
            // The same number in every run.
            let place = MIDIPlace(system: system, peer: peer, seed: 0x0501_D140)
            all.append(Simulated(device: device, place: place))
            return place
        }
    }

    /// The system of a simulated device, released with the device.
    private struct Simulated {
        weak var device: AudioSystem?
        var place: MIDIPlace?
    }

    private static let simulated = Mutex<[Simulated]>([])

    /// The environment variable that names the carrier of MIDI in this process: `alsa` or `virtual`.
    package static let carrierVariable = "SORDINO_MIDI"

    private static let process: MIDIPlace = {
        EnvironmentCheck.report()
        let wish = getenv(carrierVariable).map { String(cString: $0) }
        let isTest = CommandLine.arguments.first?.hasSuffix(".xctest") == true
        var peer: VirtualMIDIPeer?
        let carrier: any MIDICarrier
        if wish != "virtual", wish == "alsa" || !isTest, let sequencer = ALSASequencer.open() {
            carrier = sequencer
        } else {
            let made = VirtualMIDIPeer()
            (peer, carrier) = (made, made)
        }
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let network = NetworkMIDICarrier(
            name: String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self),
            seed: UInt64.random(in: .min ... .max))
        let bluetooth = BluetoothMIDICarrier()
        return MIDIPlace(
            system: MIDISystem(running: .onThread, carriers: [carrier, network, bluetooth]), peer: peer,
            network: network, bluetooth: bluetooth, seed: UInt32.random(in: 1...0x0FFF_FEFF))
    }()

    /// Returns a function that calls the running program from another thread, as the part of it that is running now.
    ///
    /// On a simulated device the calls come between two blocks.
    func caller() -> @Sendable (@escaping @Sendable () -> Void) -> Void {
        let context = AppContext.given
        return { call in AppContext.run(in: context, call) }
    }
}

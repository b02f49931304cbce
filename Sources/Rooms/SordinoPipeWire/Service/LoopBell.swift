import CPipeWire

/// A bell that calls a closure on PipeWire's loop.
final class LoopBell {
    let bell: OpaquePointer
    private let receiver: Unmanaged<Receiver>

    private final class Receiver { var rung: () -> Void = {} }

    init?(_ connection: PipeWireConnection) {
        let receiver = Unmanaged.passRetained(Receiver())
        let bell = cpw_bell_create(
            connection.server, { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue().rung() },
            receiver.toOpaque())
        guard let bell else {
            receiver.release()
            return nil
        }
        self.bell = bell
        self.receiver = receiver
    }

    var rung: () -> Void {
        get { receiver.takeUnretainedValue().rung }
        set { receiver.takeUnretainedValue().rung = newValue }
    }

    /// Rings after a while, instead of the time that was set before.
    func ring(afterNanoseconds nanoseconds: UInt64) { cpw_bell_ring_after(bell, nanoseconds) }

    func close() {
        cpw_bell_destroy(bell)
        receiver.release()
    }
}

import SordinoBus

/// callaudiod, which shells ask to switch a phone's card for a call: running, or to be started by the bus.
///
/// Source: callaudiod's interface org.mobian_project.CallAudio.
final class Callaudiod: WorldAdapter {
    static let isOnSystemBus = false
    static let name = "org.mobian_project.CallAudio"

    private let tell: @Sendable (CallNeighbour, Bool) -> Void
    private var isActivatable = false
    private var isRunning = false

    init(_ tell: @escaping @Sendable (CallNeighbour, Bool) -> Void) { self.tell = tell }

    func listen(_ link: BusLink) throws(BusError) {
        let bus = BusLink.busName
        link.ask(bus, "/org/freedesktop/DBus", bus, "ListActivatableNames") { [self] values in
            isActivatable = values.first?.asList?.contains(.text(Self.name)) == true
            note()
        }
    }

    func appeared(_ link: BusLink) {
        isRunning = true
        note()
    }

    func vanished() {
        isRunning = false
        note()
    }

    private func note() { tell(.callaudiod, isRunning || isActivatable) }
}

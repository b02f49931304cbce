import Glibc
import PlayedConfigFS
import PrivateBus
import SessionBench
import SordinoBus
import SordinoDevice
import SordinoPolicy
import SordinoService
import SordinoSession
import Testing

/// Inter-device audio through the service, which may have rights that a program has not.
@Suite(.enabled(if: PrivateBus.isAvailable, "dbus-daemon is not installed: nothing is tested over a bus"))
struct InterDeviceServiceTests {
    private func service(
        on bus: PrivateBus, _ files: PlayedConfigFS?, simulates: Bool = true
    ) throws -> BusService {
        let service = SessionService(
            hardware: HandDrivenHardware(), settings: PolicySettings(), wakesItself: false, permissionAnswer: .granted)
        service.begin()
        var options = BusService.Options()
        options.allowsSimulation = simulates
        options.interDevice = files.map {
            InterDeviceGadget(files: $0, root: PlayedConfigFS.root, controllers: PlayedConfigFS.controllers)
        }
        let offered = BusService(service, on: try BusConnection(bus.bus), options: options)
        try offered.offer()
        return offered
    }

    /// The files of a program that may not write.
    private func forbidden() -> InterDeviceGadget {
        let files = PlayedConfigFS()
        files.state.withLock { $0.failing = (0, EACCES) }
        return InterDeviceGadget(files: files, root: PlayedConfigFS.root, controllers: PlayedConfigFS.controllers)
    }

    @Test func aProgramWithoutTheRightAsksTheService() throws {
        let bus = try PrivateBus()
        let files = PlayedConfigFS()
        files.addGadget("g1", functions: ["ncm.0", "ptp.0"], controller: "musb-hdrc")
        let offered = try service(on: bus, files)
        defer { offered.end() }
        #expect(try InterDeviceSwitch(gadget: forbidden(), bus: bus.bus).set(true) == ["tethering", "photo import"])
        #expect(files.text(of: "/config/usb_gadget/sordino/UDC") == "musb-hdrc")
        let connection = try BusConnection(bus.bus)
        defer { connection.close() }
        let method = BusMethod(
            destination: BusInterface.controlName, path: BusInterface.controlPath, interface: BusInterface.control,
            member: "SetInterDevice")
        let answer = try connection.ask(method, [.bool(false)], signature: "b", answer: "as")
        #expect(answer == [.list([.text("tethering"), .text("photo import")])])
        #expect(files.text(of: "/config/usb_gadget/g1/UDC") == "musb-hdrc")
        // A fault of the kernel comes back in words.
        files.state.withLock { $0.failing = ($0.steps.count, EROFS) }
        #expect(
            throws: BusError.refused(
                name: "org.freedesktop.DBus.Error.Failed",
                text: "/config/usb_gadget/sordino cannot be written: the file system is read-only")
        ) { try connection.ask(method, [.bool(true)], signature: "b", answer: "as") }
        #expect(throws: BusError.self) { try connection.ask(method, [.text("on")], signature: "s", answer: "as") }
    }

    @Test func withoutTheRightOrAServiceItIsRefused() throws {
        let bus = try PrivateBus()
        let none = InterDeviceSwitch(gadget: forbidden(), bus: bus.bus)
        #expect(
            throws: InterDeviceGadget.Failure.refused(
                GadgetFault(path: "/config/usb_gadget/sordino", errno: EACCES))
        ) { try none.set(true) }
        let offered = try service(on: bus, PlayedConfigFS(), simulates: false)
        defer { offered.end() }
        #expect {
            try InterDeviceSwitch(gadget: forbidden(), bus: bus.bus).set(true)
        } throws: { error in
            if case .service(let text)? = error as? InterDeviceGadget.Failure {
                text.contains("programs")
            } else {
                false
            }
        }
    }
}

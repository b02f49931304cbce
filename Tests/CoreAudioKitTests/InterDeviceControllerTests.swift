import CoreAudioKit
import Foundation
import Glibc
import PlayedConfigFS
import SordinoDevice
import Testing

/// The switch of inter-device audio as a program without views has it.
@MainActor struct InterDeviceControllerTests {
    private func controller(_ files: PlayedConfigFS) -> CAInterDeviceAudioViewController {
        let gadget = InterDeviceGadget(
            files: files, root: PlayedConfigFS.root, controllers: PlayedConfigFS.controllers)
        return CAInterDeviceAudioViewController(gadgetSwitch: InterDeviceSwitch(gadget: gadget, bus: nil))
    }

    @Test func whatIsSuspendedIsNamedAndComesBack() throws {
        let files = PlayedConfigFS()
        files.addGadget("phone", functions: ["rndis.0", "mtp.0"], controller: "musb-hdrc")
        let controller = controller(files)
        #expect(controller.state == .off && controller.suspendedServices == ["tethering", "photo import"])
        try controller.enable()
        #expect(controller.state == .on && controller.suspendedServices == ["tethering", "photo import"])
        try controller.disable()
        #expect(controller.state == .off && files.text(of: "/config/usb_gadget/phone/UDC") == "musb-hdrc")
    }

    @Test(arguments: [
        (EACCES, CocoaError.Code.fileWriteNoPermission), (EROFS, .fileWriteVolumeReadOnly), (EBUSY, .fileWriteUnknown),
    ])
    func faultsAreErrorsForPeople(errno: Int32, code: CocoaError.Code) {
        let files = PlayedConfigFS()
        files.state.withLock { $0.failing = (0, errno) }
        let controller = controller(files)
        #expect {
            try controller.enable()
        } throws: { error in
            (error as? CocoaError)?.code == code && error.localizedDescription.contains("/config/usb_gadget/sordino")
        }
        #expect(controller.state == .off)
        #expect(throws: CocoaError.self) { try self.controller(PlayedConfigFS(controllers: [])).enable() }
    }
}

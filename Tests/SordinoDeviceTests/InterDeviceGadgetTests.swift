import Foundation
import Glibc
import PlayedConfigFS
import SordinoDevice
import Testing

/// The gadget of inter-device audio on folders that a test plays.
struct InterDeviceGadgetTests {
    private func gadget(_ files: PlayedConfigFS) -> InterDeviceGadget {
        InterDeviceGadget(files: files, root: PlayedConfigFS.root, controllers: PlayedConfigFS.controllers)
    }

    private static let own = "/config/usb_gadget/sordino"

    /// The steps in the order of the document gadget_configfs: gadget, strings, functions, configurations, link, UDC.
    private static let steps = [
        "mkdir \(own)", "mkdir \(own)/strings/0x409", "mkdir \(own)/functions/uac2.sordino", "mkdir \(own)/configs/c.1",
        "mkdir \(own)/configs/c.1/strings/0x409", "\(own)/idVendor = 0x1d6b", "\(own)/idProduct = 0x0101",
        "\(own)/bcdDevice = 0x0100", "\(own)/bcdUSB = 0x0200", "\(own)/bDeviceClass = 0xef",
        "\(own)/bDeviceSubClass = 0x02", "\(own)/bDeviceProtocol = 0x01", "\(own)/strings/0x409/manufacturer = Sordino",
        "\(own)/strings/0x409/product = Inter-Device Audio", "\(own)/strings/0x409/serialnumber = 1 for g1",
        "\(own)/functions/uac2.sordino/c_chmask = 3", "\(own)/functions/uac2.sordino/c_srate = 48000",
        "\(own)/functions/uac2.sordino/c_ssize = 3", "\(own)/functions/uac2.sordino/p_chmask = 3",
        "\(own)/functions/uac2.sordino/p_srate = 48000", "\(own)/functions/uac2.sordino/p_ssize = 3",
        "\(own)/configs/c.1/bmAttributes = 0x80", "\(own)/configs/c.1/MaxPower = 500",
        "\(own)/configs/c.1/strings/0x409/configuration = Inter-Device Audio",
        "ln \(own)/functions/uac2.sordino \(own)/configs/c.1/uac2.sordino", "/config/usb_gadget/g1/UDC = ",
        "\(own)/UDC = musb-hdrc",
    ]

    private func phone() -> PlayedConfigFS {
        let files = PlayedConfigFS()
        files.addGadget("g1", functions: ["rndis.usb0", "ffs.mtp", "acm.0"], controller: "musb-hdrc")
        return files
    }

    @Test func itIsMadeStepByStepAndGivenBack() throws {
        let files = phone()
        let gadget = gadget(files)
        #expect(gadget.state == .off && gadget.services == [.tethering, .photoImport, .serial])
        #expect(try gadget.turnOn() == [.tethering, .photoImport, .serial])
        #expect(files.state.withLock { $0.steps } == Self.steps)
        #expect(gadget.state == .on(controller: "musb-hdrc", suspended: [.tethering, .photoImport, .serial]))
        #expect(files.text(of: "/config/usb_gadget/g1/UDC")?.isEmpty == true)
        // Once more changes nothing.
        #expect(try gadget.turnOn() == [.tethering, .photoImport, .serial])
        #expect(files.state.withLock { $0.steps.count } == Self.steps.count)
        #expect(try gadget.turnOff() == [.tethering, .photoImport, .serial])
        #expect(gadget.state == .off && files.text(of: "/config/usb_gadget/g1/UDC") == "musb-hdrc")
        #expect(files.names(in: PlayedConfigFS.root) == ["g1"])
        #expect(try gadget.turnOff() == [])
    }

    @Test func anotherProcessFindsWhatWasSuspended() throws {
        let files = phone()
        try gadget(files).turnOn()
        #expect(gadget(files).state == .on(controller: "musb-hdrc", suspended: [.tethering, .photoImport, .serial]))
        try gadget(files).turnOff()
        #expect(files.text(of: "/config/usb_gadget/g1/UDC") == "musb-hdrc")
    }

    @Test(arguments: 0..<27, [EACCES, EROFS, EBUSY, EIO])
    func aStepThatFailsIsUndone(step: Int, errno: Int32) throws {
        let files = phone()
        let before = files.state.withLock { ($0.folders, $0.attributes) }
        files.state.withLock { $0.failing = (step, errno) }
        let gadget = gadget(files)
        #expect {
            try gadget.turnOn()
        } throws: { error in
            guard case InterDeviceGadget.Failure.refused(let fault)? = error as? InterDeviceGadget.Failure else {
                return false
            }
            return fault.errno == errno && Self.steps[step].contains(fault.path)
        }
        let after = files.state.withLock { ($0.folders, $0.attributes, $0.links) }
        #expect(after.0 == before.0 && after.1 == before.1 && after.2.isEmpty)
        #expect(gadget.state == .off)
        // The next attempt is a whole one.
        files.state.withLock { $0.failing = nil }
        try gadget.turnOn()
        #expect(gadget.state == .on(controller: "musb-hdrc", suspended: [.tethering, .photoImport, .serial]))
    }

    @Test func aMachineWithoutControllerOrKernelSupportSaysSo() {
        #expect(throws: InterDeviceGadget.Failure.noController) { try gadget(PlayedConfigFS(controllers: [])).turnOn() }
        let elsewhere = InterDeviceGadget(files: PlayedConfigFS(), root: "/nowhere", controllers: "/nowhere")
        #expect(throws: InterDeviceGadget.Failure.unsupported) { try elsewhere.turnOn() }
        #expect(throws: InterDeviceGadget.Failure.unsupported) { try elsewhere.turnOff() }
        #expect(elsewhere.state == .unsupported)
        let old = phone()
        old.state.withLock { $0.hasUAC2 = false }
        #expect(
            throws: InterDeviceGadget.Failure.refused(
                GadgetFault(path: "\(Self.own)/functions/uac2.sordino", errno: ENOENT))
        ) { try gadget(old).turnOn() }
        #expect(gadget(old).state == .off && old.text(of: "/config/usb_gadget/g1/UDC") == "musb-hdrc")
    }

    @Test func withoutAnotherGadgetNothingIsSuspended() throws {
        let files = PlayedConfigFS(controllers: ["a.usb", "b.usb"])
        #expect(try gadget(files).turnOn() == [])
        #expect(gadget(files).state == .on(controller: "a.usb", suspended: []))
        #expect(files.text(of: "\(Self.own)/strings/0x409/serialnumber") == "1")
        try gadget(files).turnOff()
        #expect(files.names(in: PlayedConfigFS.root) == [])
    }

    /// The calls that the kernel gets, on a folder of the disk in the place of configfs.
    @Test func filesAreWrittenAsTheKernelReadsThem() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("gadget-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        let files = KernelGadgetFiles()
        try files.makeFolder("\(root)/sordino")
        #expect(throws: GadgetFault(path: "\(root)/sordino", errno: EEXIST)) { try files.makeFolder("\(root)/sordino") }
        #expect(throws: GadgetFault(path: "\(root)/a/b", errno: ENOENT)) { try files.makeFolder("\(root)/a/b") }
        // Attributes exist before they are written.
        #expect(throws: GadgetFault(path: "\(root)/sordino/UDC", errno: ENOENT)) {
            try files.write("x", to: "\(root)/sordino/UDC")
        }
        _ = FileManager.default.createFile(atPath: "\(root)/sordino/UDC", contents: Data("old one\n".utf8))
        try files.write("musb-hdrc", to: "\(root)/sordino/UDC")
        #expect(try String(contentsOfFile: "\(root)/sordino/UDC", encoding: .utf8) == "musb-hdrc\n")
        #expect(files.text(of: "\(root)/sordino/UDC") == "musb-hdrc")
        try files.write("", to: "\(root)/sordino/UDC")
        #expect(files.text(of: "\(root)/sordino/UDC")?.isEmpty == true && files.text(of: "\(root)/nothing") == nil)
        try files.link("\(root)/link", to: "\(root)/sordino")
        #expect(files.names(in: root) == ["link", "sordino"] && files.names(in: "\(root)/none") == nil)
        try files.unlink("\(root)/link")
        #expect(throws: GadgetFault(path: "\(root)/sordino", errno: ENOTEMPTY)) {
            try files.removeFolder("\(root)/sordino")
        }
    }
}

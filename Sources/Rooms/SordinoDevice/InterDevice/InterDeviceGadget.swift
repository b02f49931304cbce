import Glibc

/// Inter-device audio: this device as a sound card of the computer at the other end of its USB cable.
///
/// A USB gadget of the kernel with one function, USB Audio Class 2.0: two channels of 24 bits at 48 kHz in both directions. Only one
/// gadget has the USB controller, so another one that has it (tethering, the import of photos) gives it up meanwhile and gets it
/// back. Everything is undone where a step fails.
///
/// - Source: the kernel's gadget_configfs and ABI documents of configfs-usb-gadget and configfs-usb-gadget-uac2.
package struct InterDeviceGadget: Sendable {
    /// The use of a gadget's functions to its owner.
    package enum Service: String, Sendable, Hashable, CaseIterable {
        case tethering
        case photoImport = "photo import"
        case storage
        case serial = "serial line"
        case midi = "MIDI"
        case other = "other functions"

        /// The service of a function, by the name of its folder: its kind and, for a program's function, what the program calls it.
        init(function name: String) {
            let (kind, instance) =
                (name.prefix { $0 != "." }, name.drop { $0 != "." }.dropFirst().lowercased())
            switch kind {
            case "rndis", "ncm", "ecm", "eem", "geth", "gsi": self = .tethering
            case "mtp", "ptp": self = .photoImport
            case "ffs": self = instance.contains("mtp") || instance.contains("ptp") ? .photoImport : .other
            case "mass_storage": self = .storage
            case "acm", "gser", "obex": self = .serial
            case "midi", "midi2": self = .midi
            default: self = .other
            }
        }
    }

    /// The state of this moment, as it is read from the kernel.
    package enum State: Sendable, Hashable {
        /// The kernel has no gadgets, or they are not mounted.
        case unsupported
        /// The machine has no USB port that can be a device.
        case noController
        case off
        /// It is on, on a USB controller; the services of the gadget that gave it up, in the order of `Service`.
        case on(controller: String, suspended: [Service])
    }

    /// The reason for which inter-device audio cannot be switched.
    package enum Failure: Error, Hashable, Sendable {
        case unsupported
        case noController
        /// The step that the kernel has refused.
        case refused(GadgetFault)
        /// The session service has refused, with its reason.
        case service(String)

        /// A sentence for people.
        package var sentence: String {
            switch self {
            case .unsupported: "the kernel has no USB gadgets, or configfs is not mounted"
            case .noController: "this machine has no USB port that can be a device"
            case .service(let reason): reason
            case .refused(let fault):
                switch fault.errno {
                case EACCES, EPERM: "no right to write \(fault.path)"
                case EROFS: "\(fault.path) cannot be written: the file system is read-only"
                case EBUSY: "the USB controller is used by another program (\(fault.path))"
                case ENOENT: "the kernel has no USB Audio Class 2.0 (\(fault.path))"
                default: "\(fault.path): \(String(cString: strerror(fault.errno)))"
                }
            }
        }
    }

    /// Where the kernel has gadgets, and its controllers.
    package static let kernelRoot = "/sys/kernel/config/usb_gadget"
    package static let kernelControllers = "/sys/class/udc"
    package static let channelCount = 2
    package static let bitCount = 24
    package static let sampleRate = 48_000

    static let name = "sordino"
    static let function = "uac2.sordino"

    let files: any GadgetFiles
    let root: String
    let controllers: String

    /// Looks at the kernel's gadgets, or at those in other folders.
    package init(
        files: any GadgetFiles = KernelGadgetFiles(), root: String = kernelRoot, controllers: String = kernelControllers
    ) { (self.files, self.root, self.controllers) = (files, root, controllers) }

    private var folder: String { "\(root)/\(Self.name)" }

    /// The attributes in the order in which they are written, from the gadget's folder on.
    static var attributes: [(path: String, value: String)] {
        let sampleBytes = bitCount / 8
        let mask = (1 << channelCount) - 1
        let stream = ["c", "p"].flatMap { direction in
            [
                ("functions/\(function)/\(direction)_chmask", String(mask)),
                ("functions/\(function)/\(direction)_srate", String(sampleRate)),
                ("functions/\(function)/\(direction)_ssize", String(sampleBytes)),
            ]
        }
        return [
            // The Linux Foundation's number of an audio gadget.
            ("idVendor", "0x1d6b"), ("idProduct", "0x0101"), ("bcdDevice", "0x0100"), ("bcdUSB", "0x0200"),
            // A function of several interfaces: USB's "Interface Association Descriptor" asks for these three.
            ("bDeviceClass", "0xef"), ("bDeviceSubClass", "0x02"), ("bDeviceProtocol", "0x01"),
            ("strings/0x409/manufacturer", "Sordino"), ("strings/0x409/product", "Inter-Device Audio"),
            ("strings/0x409/serialnumber", "1"),
        ] + stream + [
            // The cable charges the device meanwhile, with all that USB 2.0 gives.
            ("configs/c.1/bmAttributes", "0x80"), ("configs/c.1/MaxPower", "500"),
            ("configs/c.1/strings/0x409/configuration", "Inter-Device Audio"),
        ]
    }

    /// The folders in the order in which they are made; those that the kernel makes itself are not among them.
    static let folders = ["", "strings/0x409", "functions/\(function)", "configs/c.1", "configs/c.1/strings/0x409"]
    static let linkPath = "configs/c.1/\(function)"

    private func path(_ part: String) -> String { part.isEmpty ? folder : "\(folder)/\(part)" }

    // MARK: Looking

    /// The state of this moment.
    package var state: State {
        guard let gadgets = files.names(in: root) else { return .unsupported }
        guard let controllers = files.names(in: controllers), !controllers.isEmpty else { return .noController }
        guard gadgets.contains(Self.name), let controller = files.text(of: path("UDC")), !controller.isEmpty else {
            return .off
        }
        return .on(controller: controller, suspended: services(of: suspendedGadget))
    }

    /// The services that would be suspended, or are.
    package var services: [Service] {
        if case .on(_, let suspended) = state { return suspended }
        return services(of: files.names(in: controllers)?.first.flatMap(gadget(on:)))
    }

    /// The gadget that has a controller.
    private func gadget(on controller: String) -> String? {
        files.names(in: root)?.first { $0 != Self.name && files.text(of: "\(root)/\($0)/UDC") == controller }
    }

    /// The gadget that has given the controller up: the serial number of this one names it, so that it is found after a restart.
    private var suspendedGadget: String? {
        guard let text = files.text(of: path("strings/0x409/serialnumber")), text.hasPrefix(Self.mark) else {
            return nil
        }
        let name = String(text.dropFirst(Self.mark.count))
        return files.names(in: root)?.contains(name) == true ? name : nil
    }

    private static let mark = "1 for "

    private func services(of gadget: String?) -> [Service] {
        guard let gadget else { return [] }
        let found = Set((files.names(in: "\(root)/\(gadget)/functions") ?? []).map(Service.init(function:)))
        return Service.allCases.filter(found.contains)
    }

    // MARK: Switching

    /// Makes this device a sound card.
    ///
    /// - Returns: The services that are suspended meanwhile.
    /// - Throws: After everything has been undone.
    @discardableResult
    package func turnOn() throws(Failure) -> [Service] {
        switch state {
        case .unsupported: throw .unsupported
        case .noController: throw .noController
        case .on(_, let suspended): return suspended
        case .off: break
        }
        guard let controller = files.names(in: controllers)?.first else { throw .noController }
        // The rest of an attempt that was cut short.
        if files.names(in: root)?.contains(Self.name) == true { try turnOff() }
        let other = gadget(on: controller)
        do throws(GadgetFault) {
            for part in Self.folders { try files.makeFolder(path(part)) }
            for (part, value) in Self.attributes {
                let isMark = part.hasSuffix("serialnumber")
                try files.write(isMark ? other.map { Self.mark + $0 } ?? value : value, to: path(part))
            }
            try files.link(path(Self.linkPath), to: path("functions/\(Self.function)"))
            if let other { try files.write("", to: "\(root)/\(other)/UDC") }
            try files.write(controller, to: path("UDC"))
        } catch {
            undo(controller, other)
            throw .refused(error)
        }
        return services(of: other)
    }

    /// Switches inter-device audio on or off.
    package func set(_ isOn: Bool) -> Result<[Service], Failure> {
        do throws(Failure) { return .success(isOn ? try turnOn() : try turnOff()) } catch { return .failure(error) }
    }

    /// Ends it and gives the controller back.
    ///
    /// - Returns: The services that are there again.
    @discardableResult
    package func turnOff() throws(Failure) -> [Service] {
        guard let gadgets = files.names(in: root) else { throw .unsupported }
        guard gadgets.contains(Self.name) else { return [] }
        let controller = files.text(of: path("UDC")).flatMap { $0.isEmpty ? nil : $0 }
        let other = suspendedGadget
        do throws(GadgetFault) {
            if controller != nil { try files.write("", to: path("UDC")) }
            try removeTree()
            if let other, let controller = controller ?? files.names(in: controllers)?.first,
                files.text(of: "\(root)/\(other)/UDC")?.isEmpty == true
            {
                try files.write(controller, to: "\(root)/\(other)/UDC")
            }
        } catch {
            throw .refused(error)
        }
        return services(of: other)
    }

    /// Removes what there is of the gadget, from the last made on.
    private func removeTree() throws(GadgetFault) {
        func removed(_ step: () throws(GadgetFault) -> Void) throws(GadgetFault) {
            do throws(GadgetFault) { try step() } catch { if error.errno != ENOENT { throw error } }
        }
        try removed { () throws(GadgetFault) in try files.unlink(path(Self.linkPath)) }
        for part in Self.folders.reversed() {
            try removed { () throws(GadgetFault) in try files.removeFolder(path(part)) }
        }
    }

    /// Undoes as much of an attempt as can be undone.
    private func undo(_ controller: String, _ other: String?) {
        if files.text(of: path("UDC"))?.isEmpty == false { try? files.write("", to: path("UDC")) }
        try? removeTree()
        if let other, files.text(of: "\(root)/\(other)/UDC")?.isEmpty == true {
            try? files.write(controller, to: "\(root)/\(other)/UDC")
        }
    }
}

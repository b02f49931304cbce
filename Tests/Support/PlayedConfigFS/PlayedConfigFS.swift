import Glibc
import SordinoDevice
import Synchronization

/// Gadgets as the kernel has them: folders that bring their own attributes, a controller that one gadget has at a time.
///
/// Source: the kernel's gadget_configfs document: what `mkdir` makes, what must be unlinked before `rmdir`, what `UDC` refuses.
package final class PlayedConfigFS: GadgetFiles {
    package struct State {
        package var folders: Set<String>
        package var attributes: [String: String] = [:]
        package var links: [String: String] = [:]
        /// Every change that was asked for, in order.
        package var steps: [String] = []
        /// The step, from 0 on, that fails, and how.
        package var failing: (step: Int, errno: Int32)?
        package var hasUAC2 = true
    }

    package static let root = "/config/usb_gadget"
    package static let controllers = "/class/udc"
    package let state: Mutex<State>

    package init(controllers: [String] = ["musb-hdrc"]) {
        let folders = [Self.root, Self.controllers] + controllers.map { "\(Self.controllers)/\($0)" }
        state = Mutex(State(folders: Set(folders)))
    }

    /// Adds the gadget of another program, which has the controller.
    package func addGadget(_ name: String, functions: [String], controller: String) {
        state.withLock { state in
            let folder = "\(Self.root)/\(name)"
            state.folders.formUnion([folder, "\(folder)/functions"] + functions.map { "\(folder)/functions/\($0)" })
            state.attributes["\(folder)/UDC"] = controller
        }
    }

    private static func attributes(of folder: String) -> [String]? {
        let parts = folder.dropFirst(root.count + 1).split(separator: "/").map(String.init)
        guard folder.hasPrefix(root + "/") else { return nil }
        switch (parts.count, parts.dropFirst().first) {
        case (1, _):
            return [
                "UDC", "idVendor", "idProduct", "bcdDevice", "bcdUSB", "bDeviceClass", "bDeviceSubClass",
                "bDeviceProtocol", "bMaxPacketSize0", "max_speed",
            ]
        case (3, "strings"): return ["manufacturer", "product", "serialnumber"]
        case (3, "functions") where parts[2].hasPrefix("uac2."):
            return ["c_chmask", "c_srate", "c_ssize", "p_chmask", "p_srate", "p_ssize", "req_number"]
        case (3, "configs"): return ["MaxPower", "bmAttributes"]
        case (5, "configs") where parts[3] == "strings": return ["configuration"]
        default: return nil
        }
    }

    private static func defaultFolders(of folder: String) -> [String] {
        let depth = folder.dropFirst(root.count + 1).split(separator: "/").count
        if depth == 1 { return ["strings", "functions", "configs"].map { "\(folder)/\($0)" } }
        return depth == 3 && folder.contains("/configs/") ? ["\(folder)/strings"] : []
    }

    private func step(
        _ text: String, _ path: String, _ body: (inout State) -> Int32
    ) throws(GadgetFault) {
        let error = state.withLock { state in
            let number = state.steps.count
            state.steps.append(text)
            if let failing = state.failing, failing.step == number { return failing.errno }
            return body(&state)
        }
        if error != 0 { throw GadgetFault(path: path, errno: error) }
    }

    package func names(in folder: String) -> [String]? {
        state.withLock { state in
            guard state.folders.contains(folder) else { return nil }
            return state.folders.filter { $0.hasPrefix(folder + "/") }
                .map { String($0.dropFirst(folder.count + 1)) }.filter { !$0.contains("/") }.sorted()
        }
    }

    package func text(of file: String) -> String? { state.withLock { $0.attributes[file] } }

    package func makeFolder(_ path: String) throws(GadgetFault) {
        try step("mkdir \(path)", path) { state in
            let parent = path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
            guard state.folders.contains(parent) else { return ENOENT }
            guard !state.folders.contains(path) else { return EEXIST }
            guard let attributes = Self.attributes(of: path), state.hasUAC2 || !path.contains("uac2") else {
                return ENOENT
            }
            state.folders.formUnion([path] + Self.defaultFolders(of: path))
            for attribute in attributes { state.attributes["\(path)/\(attribute)"] = "" }
            return 0
        }
    }

    package func removeFolder(_ path: String) throws(GadgetFault) {
        try step("rmdir \(path)", path) { state in
            guard state.folders.contains(path) else { return ENOENT }
            let made = Set([path] + Self.defaultFolders(of: path))
            let below = state.folders.filter { $0.hasPrefix(path + "/") && !made.contains($0) }
            let isLinked = state.links.values.contains(path) || state.links.keys.contains { $0.hasPrefix(path + "/") }
            guard below.isEmpty else { return ENOTEMPTY }
            guard !isLinked else { return EBUSY }
            state.folders.subtract(made)
            for file in state.attributes.keys where file.hasPrefix(path + "/") { state.attributes[file] = nil }
            return 0
        }
    }

    package func write(_ text: String, to file: String) throws(GadgetFault) {
        try step("\(file) = \(text)", file) { state in
            guard let before = state.attributes[file] else { return ENOENT }
            if file.hasSuffix("/UDC"), !text.isEmpty {
                guard state.folders.contains("\(Self.controllers)/\(text)") else { return ENODEV }
                let isTaken = state.attributes.contains { $0.key.hasSuffix("/UDC") && $0.value == text }
                guard before.isEmpty, !isTaken else { return EBUSY }
            }
            state.attributes[file] = text
            return 0
        }
    }

    package func link(_ path: String, to target: String) throws(GadgetFault) {
        try step("ln \(target) \(path)", path) { state in
            guard state.folders.contains(target) else { return ENOENT }
            state.links[path] = target
            return 0
        }
    }

    package func unlink(_ path: String) throws(GadgetFault) {
        try step("rm \(path)", path) { state in state.links.removeValue(forKey: path) == nil ? ENOENT : 0 }
    }
}

import CSystemd
import SordinoSession

/// The processes behind names.
extension BusLink {
    /// Asks the bus which process owns a name, and does not wait: other messages are handled meanwhile.
    ///
    /// - Parameters:
    ///   - tries: How often to ask again where another program answers in the bus's place.
    ///   - found: Called with the credentials; nil if the bus does not return them.
    package func askCredentials(of name: String, tries: Int = 4, _ found: @escaping (BusCredentials?) -> Void) {
        let method = BusMethod(
            destination: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName,
            member: "GetConnectionCredentials")
        let asked: Void? = try? call(method, [.text(name)], signature: "s", seconds: 10) { [weak self] answer in
            if answer.isForged, tries > 1, let self { return askCredentials(of: name, tries: tries - 1, found) }
            found(BusCredentials(answer: answer))
        }
        if asked == nil { found(nil) }
    }
}

extension BusCredentials {
    /// Reads the process and the user from the bus's reply, and the unit and the executable of that process from the kernel.
    fileprivate init?(answer: BusMessage) {
        var process: Int32 = -1
        var user: UInt32 = .max
        guard answer.error == nil, cbus_read_credentials(answer.raw, &process, &user) >= 0 else { return nil }
        var unit = [CChar](repeating: 0, count: 256)
        var executable = [CChar](repeating: 0, count: 1_024)
        var file = cbus_file()
        cbus_unit(process, &unit, unit.count)
        cbus_executable(process, &executable, executable.count, &file)
        func text(_ characters: [CChar]) -> String {
            String(decoding: characters.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
        self.init(
            process: process, user: user, unit: text(unit), executable: text(executable),
            file: file.inode == 0 ? nil : ProgramFile(device: file.device, inode: file.inode))
    }
}

import Glibc
import SordinoPolicy

/// What this process says of itself.
enum ProcessDeclaration {
    /// Name and identifier are the executable's; nobody reports lifecycles here, so it counts as in the foreground and
    /// may go on in the background.
    static var current: AppDeclaration {
        let name = executableName
        return AppDeclaration(bundleID: name, name: name, backgroundModes: [.audio, .voip])
    }

    private static var executableName: String {
        var path = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return "process-\(getpid())" }
        let bytes = path.prefix(count).map { UInt8(bitPattern: $0) }
        let name = bytes.split(separator: UInt8(ascii: "/")).last ?? []
        return String(decoding: name, as: UTF8.self)
    }
}

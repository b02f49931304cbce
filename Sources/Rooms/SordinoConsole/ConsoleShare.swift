import Glibc
import SordinoService

/// The part of long lists that the page shows: strangers can make any number of programs, outputs, players and answers.
package enum ConsoleShare {
    /// Programs, ports and permissions that are shown, and programs of one executable.
    static let (mostApps, mostPorts, mostPermissions, mostOfOne) = (64, 64, 128, 16)

    /// Picks the items that are shown, in their order.
    ///
    /// - Parameters:
    ///   - most: The number of items that are shown.
    ///   - mostOfOne: The number of those with the same owner.
    ///   - owner: Asked only where there are too many items.
    ///   - isImportant: Whether an item goes before the others; of equals the oldest, which stand first, are shown.
    package static func shown<Item>(
        _ items: [Item], most: Int, mostOfOne: Int = .max, owner: (Item) -> String = { _ in "" },
        isImportant: (Item) -> Bool
    ) -> [Item] {
        guard items.count > most else { return items }
        var counts: [String: Int] = [:]
        var places: [Int] = []
        let important = items.map(isImportant)
        for wanted in [true, false] {
            for place in items.indices where important[place] == wanted && places.count < most {
                let count = counts[owner(items[place]), default: 0]
                guard count < mostOfOne else { continue }
                counts[owner(items[place])] = count + 1
                places.append(place)
            }
        }
        return places.sorted().map { items[$0] }
    }

    /// A status with the programs and ports that are shown, their names as they are shown, and how many are left out.
    static func bounded(_ status: DeviceStatus) -> (status: DeviceStatus, apps: Int, ports: Int) {
        var shown = status
        var executables: [Int: String] = [:]
        shown.apps = Self.shown(
            status.apps, most: mostApps, mostOfOne: mostOfOne,
            owner: { app in
                guard let process = app.processes.first else { return app.bundleID }
                if let known = executables[process] { return known }
                let path = executable(of: process) ?? app.bundleID
                executables[process] = path
                return path
            },
            isImportant: { $0.runningIO > 0 || $0.state != .inactive || !($0.taps ?? []).isEmpty })
        let routes = Set(status.apps.flatMap { $0.outputs + $0.inputs })
        shown.ports = Self.shown(
            status.ports, most: mostPorts, isImportant: { $0.isChosen || routes.contains($0.name) })
        return (shown.plain, status.apps.count - shown.apps.count, status.ports.count - shown.ports.count)
    }

    private static func executable(of process: Int) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { readlink("/proc/\(process)/exe", $0, buffer.count) } ?? -1
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}

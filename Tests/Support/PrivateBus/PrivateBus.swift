import Foundation

/// A message bus of the test's own, on a socket that is private to it; it ends with this.
package final class PrivateBus {
    package static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    package let address: String
    private let child: Child
    private let folder: URL

    /// Starts a bus.
    ///
    /// - Parameter services: The command lines with which it starts the owners of names when they are called.
    package init(services: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sordino-bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let folderOfServices = folder.appendingPathComponent("services")
        try FileManager.default.createDirectory(at: folderOfServices, withIntermediateDirectories: true)
        for (name, command) in services {
            try Data("[D-BUS Service]\nName=\(name)\nExec=\(command)\n".utf8)
                .write(to: folderOfServices.appendingPathComponent("\(name).service"))
        }
        let config = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <servicedir>\(folder.appendingPathComponent("services").path)</servicedir>
              <listen>unix:path=\(folder.appendingPathComponent("bus").path)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        let configPath = folder.appendingPathComponent("bus.conf")
        try Data(config.utf8).write(to: configPath)
        child = try Child([
            "/usr/bin/dbus-daemon", "--nofork", "--nopidfile", "--config-file=\(configPath.path)", "--print-address=1",
        ])
        // The bus prints its address when it listens.
        address = child.read().split(separator: "\n").first.map(String.init) ?? ""
    }

    deinit { end() }

    /// Ends the bus; programs that keep it in a global call this before they exit.
    package func end() {
        child.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Indicates whether its process is there.
    package var isRunning: Bool { child.isRunning }

    /// Runs a program with this as its session bus.
    package func run(_ words: [String]) throws -> (output: String, status: Int32) {
        try Child(words, environment: ["DBUS_SESSION_BUS_ADDRESS": address]).finish()
    }
}

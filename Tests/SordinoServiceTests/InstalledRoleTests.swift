import Foundation
import Glibc
import SordinoBus
import SordinoPolicy
import Testing

@testable import SordinoDevice
@testable import SordinoService

/// Files of the configuration that name programs, and desktop entries that declare roles.
struct InstalledRoleTests {
    /// A folder with an executable, a link to it, and empty files of configuration.
    private final class Place {
        let folder: URL
        var program: String { folder.appendingPathComponent("bin/clock").path }
        var link: String { folder.appendingPathComponent("link/clock").path }

        init() throws {
            let made = FileManager.default.temporaryDirectory.appendingPathComponent("roles-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: made.appendingPathComponent("bin"), withIntermediateDirectories: true)
            guard let real = realpath(made.path, nil) else { throw CocoaError(.fileNoSuchFile) }
            defer { free(real) }
            folder = URL(fileURLWithPath: String(cString: real))
            #expect(
                FileManager.default.createFile(atPath: program, contents: nil, attributes: [.posixPermissions: 0o755]))
            #expect(symlink("bin", folder.appendingPathComponent("link").path) == 0)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func write(_ name: String, _ text: String) throws -> String {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return file.path
        }

        func load(programs: String = "", control: String = "") throws -> PolicyFiles.Contents {
            var files = PolicyFiles()
            files.programs = try write("programs.conf", programs)
            files.control = try write("control.conf", control)
            files.policy = try write("policy.conf", "")
            files.modes = try write("modes.conf", "")
            files.entryFolders = ["first", "second"].map { folder.appendingPathComponent($0).path }
            return try files.load()
        }

        func entry(_ exec: String, roles: String = "Alarm;") -> String {
            "[Desktop Entry]\nName=Clock\nExec=\(exec)\nX-Sordino-Roles=\(roles)\n"
        }
    }

    @Test func anInstalledEntryGivesItsExecutableItsRoles() throws {
        let place = try Place()
        _ = try place.write(
            "first/org.example.clock.desktop", place.entry("\"\(place.link)\" --gapplication-service %u"))
        let trust = try place.load().streams.trust
        #expect(trust.believes("Alarm", of: place.program) && trust.paths.contains(place.program))
        #expect(!trust.believes("Alarm", of: place.program + "2"))
        #expect(!trust.believes("DSP", of: place.program))
        #expect(trust.believes("Alarm", of: "/usr/bin/gnome-clocks"))
    }

    @Test func onlyTheSystemsFoldersAreRead() {
        #expect(PolicyFiles().entryFolders == ["/usr/local/share/applications", "/usr/share/applications"])
    }

    @Test func aLineOfTheConfigurationComesBeforeEntries() throws {
        let place = try Place()
        _ = try place.write("first/clock.desktop", place.entry(place.program, roles: "Alarm;Screen;"))
        let trust = try place.load(programs: "believe alarm =\n").streams.trust
        #expect(!trust.believes("Alarm", of: place.program))
        #expect(trust.believes("Screen", of: place.program))
    }

    @Test func anEntryInAnEarlierFolderReplacesALaterOne() throws {
        let place = try Place()
        _ = try place.write("first/clock.desktop", "[Desktop Entry]\nExec=\(place.program)\n")
        _ = try place.write("second/clock.desktop", place.entry(place.program))
        #expect(try !place.load().streams.trust.believes("Alarm", of: place.program))
    }

    /// An interpreter would give the role to every script.
    @Test(
        arguments: [
            "/usr/bin/env", "/bin/sh", "env CLOCK", "CLOCK script", "python3", "/nowhere/clock", "../bin/clock", "",
            "\"",
        ])
    func anEntryThatMayRunAnyProgramGivesNothing(exec: String) throws {
        let place = try Place()
        let before = try place.load().streams.trust
        _ = try place.write(
            "first/clock.desktop", place.entry(exec.replacingOccurrences(of: "CLOCK", with: place.program)))
        let trust = try place.load().streams.trust
        #expect(trust == before)
        #expect(!trust.believes("Alarm", of: "/usr/bin/env"))
    }

    @Test func aPipeAmongTheEntriesIsNotWaitedFor() throws {
        let place = try Place()
        _ = try place.write("first/clock.desktop", place.entry(place.program))
        #expect(mkfifo(place.folder.appendingPathComponent("first/a.desktop").path, 0o600) == 0)
        #expect(try place.load().streams.trust.believes("Alarm", of: place.program))
    }

    /// The kernel names the file, the administrator perhaps a link.
    @Test func aPathMayLeadToAProgramOverALink() throws {
        let place = try Place()
        var status = stat()
        #expect(stat(place.program, &status) == 0)
        let who = BusCredentials(
            process: 1, user: getuid(), unit: "", executable: place.program,
            file: ProgramFile(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)))
        let contents = try place.load(
            programs: "believe alarm = \(place.link)\n", control: "programs = \(place.link)\n")
        #expect(contents.control.allows(.programs, who))
        #expect(contents.streams.trust.believes("Alarm", of: place.program))
        #expect(try !place.load(control: "programs = /usr/bin/audioctl\n").control.allows(.programs, who))
    }
}

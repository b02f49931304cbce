import Glibc
import SordinoPipeWire
import SordinoPolicy
import SordinoRealtime
import SordinoSession
import SordinoWork
import Synchronization

/// The facts about programs that mixers show, collected from decisions, and their volumes.
package final class ProgramDesk: Sendable {
    private struct Entry {
        var declaration: AppDeclaration
        var icon: String?
        var title: String?
        /// Found when the program is first shown.
        var process: Int32 = 0
        var executable = ""
    }

    private let entries = Mutex<[AppID: Entry]>([:])
    private let volumes: ProgramVolumes
    private let process: @Sendable (AppID) -> Int32?
    private static let iconNanoseconds: UInt64 = 50_000_000

    /// Makes a desk that knows no program.
    ///
    /// - Parameters:
    ///   - folder: Where volumes are kept.
    ///   - process: Returns a process of a program.
    package init(volumesIn folder: String?, process: @escaping @Sendable (AppID) -> Int32?) {
        volumes = ProgramVolumes(folder: folder)
        self.process = process
    }

    /// Takes in a decision; to be called with every one, before programs open streams.
    package func follow(_ decision: SessionService.Decision) {
        switch decision.event {
        case .appLaunched(let app, let declaration):
            entries.withLock { $0[app] = Entry(declaration: declaration) }
            // The program chose the identifier, so the file is read on another thread: decisions must not wait for it.
            FileLook.worker.perform { [weak self] in
                let deadline = HostClock.now() + Self.iconNanoseconds
                let icon = ProcessDeclaration.icon(ofEntry: declaration.bundleID, until: deadline)
                self?.entries.withLock { $0[app]?.icon = icon }
            }
        case .appEnded(let app): entries.withLock { $0[app] = nil }
        default: break
        }
    }

    /// The title of what a program plays; nil is its name alone.
    package func setTitle(_ title: String?, of app: AppID) { entries.withLock { $0[app]?.title = title } }

    /// The program's own volume.
    func volume(of app: AppID) -> ProgramVolume {
        let identifier = entries.withLock { $0[app]?.declaration.bundleID }
        return identifier.map { volumes[$0] } ?? .untouched
    }

    /// The same as a mixer shows it: the place of a slider is the cube root of the factor.
    package func shownVolume(of app: AppID) -> (place: Float, isMuted: Bool) {
        let volume = volume(of: app)
        return (cbrtf(volume.factor), volume.isMuted)
    }

    /// Writes the volumes that are not written yet.
    package func end() { volumes.end() }

    /// The names and volumes of programs, for the stage.
    package var book: ProgramBook {
        ProgramBook(
            face: { [weak self] program in self?.face(program) },
            volume: { [weak self] program in
                guard case .app(let app) = program else { return .untouched }
                return self?.volume(of: app) ?? .untouched
            },
            remember: { [weak self] program, volume in
                guard let self, case .app(let app) = program,
                    let identifier = entries.withLock({ $0[app]?.declaration.bundleID })
                else { return }
                volumes.remember(volume, of: identifier)
            })
    }

    private func face(_ program: ProgramID) -> ProgramFace? {
        guard case .app(let app) = program, var entry = entries.withLock({ $0[app] }) else { return nil }
        if entry.process == 0, let process = process(app) {
            entry.process = process
            entry.executable = ProcessDeclaration.executable(of: process)
            entries.withLock { [entry] entries in
                entries[app]?.process = entry.process
                entries[app]?.executable = entry.executable
            }
        }
        return ProgramFace(
            name: entry.declaration.name, identifier: entry.declaration.bundleID, process: entry.process,
            executable: entry.executable, icon: entry.icon, title: entry.title)
    }
}

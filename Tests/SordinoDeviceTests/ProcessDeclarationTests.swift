import SordinoDevice
import SordinoPolicy
import SordinoSession
import Testing

@Suite struct ProcessDeclarationTests {
    private typealias Traces = ProcessDeclaration.Traces

    private func traces(_ environment: [String: String] = [:]) -> ProcessDeclaration.Traces {
        var base = ["HOME": "/people/me"]
        base.merge(environment) { $1 }
        return ProcessDeclaration.Traces(processID: 42, executable: "player", environment: base)
    }

    @Test func withoutADesktopEntryTheExecutableSpeaks() {
        let said = traces().declaration { _ in nil }
        #expect(said.bundleID == "player" && said.name == "player")
        #expect(said.backgroundModes == [.audio, .voip] && said.lifecycle == .foreground)
    }

    @Test func theEntryOfTheExecutableIsFoundInTheUsersFolderFirst() {
        var asked: [String] = []
        let said = traces().declaration { path in
            asked.append(path)
            guard path == "/usr/share/applications/player.desktop" else { return nil }
            return "[Desktop Entry]\nName = Player\nX-Sordino-BackgroundModes=audio;\n[Other]\nName=No\n"
        }
        #expect(
            asked.prefix(3) == [
                "/people/me/.local/share/applications/player.desktop", "/usr/local/share/applications/player.desktop",
                "/usr/share/applications/player.desktop",
            ])
        #expect(said.name == "Player" && said.bundleID == "player")
        #expect(said.backgroundModes == .audio)
    }

    @Test func anEntryThatCanBeReadOnlyOnceIsRead() {
        var reads: [String: Int] = [:]
        let said = traces().declaration { path in
            reads[path, default: 0] += 1
            // The time for reading is over, or the file is gone, when it is asked for again.
            return path.hasPrefix("/usr/share") && reads[path] == 1 ? "[Desktop Entry]\nName=Player\n" : nil
        }
        #expect(said.name == "Player")
        #expect(reads.values.allSatisfy { $0 == 1 })
    }

    @Test func aScopeNamesTheProgram() {
        var scoped = traces()
        scoped.controlGroup =
            "0::/user.slice/user@1000.service/app.slice/app-gnome-org.example.Music\\x2dBox-77.scope\n"
        let said = scoped.declaration { path in
            path == "/usr/share/applications/org.example.Music-Box.desktop" ? "[Desktop Entry]\nName=Box\n" : nil
        }
        #expect(said.bundleID == "org.example.Music-Box" && said.name == "Box")
        #expect(said.backgroundModes == [.audio, .voip])  // the entry says nothing of them
    }

    @Test func aFlatpakNamesItself() {
        var boxed = traces()
        boxed.flatpakInfo = "[Application]\nname=org.example.Pod\nruntime=x\n"
        let said = boxed.declaration { path in
            path == "/app/share/applications/org.example.Pod.desktop"
                ? "[Desktop Entry]\nName=Pod\nX-Sordino-BackgroundModes=\n" : nil
        }
        #expect(said.bundleID == "org.example.Pod")
        #expect(said.backgroundModes == [])
    }

    @Test func theLaunchersEntryCountsForTheProcessThatItLaunched() {
        let entry = "[Desktop Entry]\nName=Launched\n"
        let own = traces(["GIO_LAUNCHED_DESKTOP_FILE": "/x/org.a.B.desktop", "GIO_LAUNCHED_DESKTOP_FILE_PID": "42"])
        #expect(own.declaration { $0 == "/x/org.a.B.desktop" ? entry : nil }.bundleID == "org.a.B")
        let inherited = traces([
            "GIO_LAUNCHED_DESKTOP_FILE": "/x/org.a.B.desktop", "GIO_LAUNCHED_DESKTOP_FILE_PID": "41",
        ])
        #expect(inherited.declaration { $0 == "/x/org.a.B.desktop" ? entry : nil }.bundleID == "player")
    }

    @Test func theEnvironmentHasTheLastWordOnModes() {
        let said = traces(["SORDINO_BACKGROUND_MODES": "voip;nonsense"]).declaration { _ in
            "[Desktop Entry]\nX-Sordino-BackgroundModes=audio;\n"
        }
        #expect(said.backgroundModes == .voip)
    }

    @Test func namesThatLeadElsewhereAreNotFollowed() {
        var odd = traces()
        odd.flatpakInfo = "[Application]\nname=../../etc/passwd\n"
        var asked: [String] = []
        _ = odd.declaration { path in
            asked.append(path)
            return nil
        }
        #expect(!asked.contains { $0.contains("..") })
    }
}

"""Lists what to change in a Swift package for Apple's platforms so that it builds on Linux with Sordino."""

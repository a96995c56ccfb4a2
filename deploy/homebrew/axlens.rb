# The Homebrew formula of Axlens. `cargo xtask dist` fills in what is in double braces.
class Axlens < Formula
  desc "Shows an AI agent the page that is open in your own Chrome"
  homepage "{{DOWNLOAD_URL}}"
  version "{{VERSION}}"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "{{DOWNLOAD_URL}}/{{VERSION}}/axlens-{{VERSION}}-aarch64-apple-darwin.tar.gz"
      sha256 "{{SHA256:axlens-VERSION-aarch64-apple-darwin.tar.gz}}"
    end
    on_intel do
      url "{{DOWNLOAD_URL}}/{{VERSION}}/axlens-{{VERSION}}-x86_64-apple-darwin.tar.gz"
      sha256 "{{SHA256:axlens-VERSION-x86_64-apple-darwin.tar.gz}}"
    end
  end

  on_linux do
    on_arm do
      url "{{DOWNLOAD_URL}}/{{VERSION}}/axlens-{{VERSION}}-aarch64-unknown-linux-musl.tar.gz"
      sha256 "{{SHA256:axlens-VERSION-aarch64-unknown-linux-musl.tar.gz}}"
    end
    on_intel do
      url "{{DOWNLOAD_URL}}/{{VERSION}}/axlens-{{VERSION}}-x86_64-unknown-linux-musl.tar.gz"
      sha256 "{{SHA256:axlens-VERSION-x86_64-unknown-linux-musl.tar.gz}}"
    end
  end

  # The program finds the native host next to itself.
  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"axlens"
  end

  def caveats
    <<~EOS
      Register with your browsers, now and after each upgrade:
        axlens install
      Then load the extension: open chrome://extensions, turn on Developer mode, choose
      Load unpacked, and select (again after each upgrade)
        #{libexec}/extension
      Before you uninstall the formula, run:
        axlens uninstall
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/axlens --version")
  end
end

conda create -y -n issue_kaiser-window-beta python=3.11
conda activate issue_kaiser-window-beta
pip install -r requirements.txt pytest
pytest -sx test_issue_kaiser-window-beta.py

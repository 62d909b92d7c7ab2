conda create -y -n issue_script-lstm-root python=3.11
conda activate issue_script-lstm-root
pip install -r requirements.txt pytest
pytest -sx test_issue_script-lstm-root.py

conda create -y -n issue_conv-transpose-padding-mode python=3.11
conda activate issue_conv-transpose-padding-mode
pip install -r requirements.txt pytest
pytest -sx test_issue_conv-transpose-padding-mode.py

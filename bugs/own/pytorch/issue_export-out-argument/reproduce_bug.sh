conda create -y -n issue_export-out-argument python=3.11
conda activate issue_export-out-argument
pip install -r requirements.txt pytest
pytest -sx test_issue_export-out-argument.py
